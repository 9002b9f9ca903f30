// Verifies a signed answer that an app handed over, with Java's standard library. Java 17 or newer:
//
//   CONFERE_URL=https://confere.example CLIENT_ID=cli_... \
//     java VerifySignedAnswer.java body.json "$SIGNATURE" 12345678909
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Pattern;

class VerifySignedAnswer {
  // #region verify
  /**
   * Gives the claims of a signed answer, as JSON. The body is as it came, keys are the text of
   * /.well-known/jwks.json. Refuse an attemptId that you have seen before.
   */
  static String verify(
      byte[] body, String signature, String keys, String issuer, String clientId, String peopleId)
      throws GeneralSecurityException {
    String[] parts = signature.split("\\.", -1);
    if (parts.length != 3) throw new GeneralSecurityException("no signed answer");
    String header = new String(decode(parts[0]), StandardCharsets.UTF_8);
    expect(header, "alg", "ES256");
    expect(header, "typ", "confere-response+jwt");
    // Takes 64 bytes, as ES256 has them.
    Signature check = Signature.getInstance("SHA256withECDSAinP1363Format");
    check.initVerify(findKey(keys, read(header, "kid")));
    check.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
    if (!check.verify(decode(parts[2]))) throw new GeneralSecurityException("no good signature");
    String claims = new String(decode(parts[1]), StandardCharsets.UTF_8);
    expect(claims, "iss", issuer);
    expect(claims, "aud", clientId);
    expect(claims, "environment", "live");
    expect(claims, "peopleId", peopleId);
    if (Instant.now().getEpochSecond() > Long.parseLong(read(claims, "exp")) + 5) {
      throw new GeneralSecurityException("too old");
    }
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
    if (!MessageDigest.isEqual(decode(read(claims, "digest")), digest)) {
      throw new GeneralSecurityException("another body");
    }
    return claims;
  }

  static PublicKey findKey(String keys, String kid) throws GeneralSecurityException {
    for (var key = Pattern.compile("\\{[^{}]*\\}").matcher(keys); key.find(); ) {
      if (!key.group().contains("\"" + kid + "\"") || !key.group().contains("\"P-256\"")) continue;
      AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
      curve.init(new ECGenParameterSpec("secp256r1"));
      BigInteger x = new BigInteger(1, decode(read(key.group(), "x")));
      BigInteger y = new BigInteger(1, decode(read(key.group(), "y")));
      var spec = new ECPublicKeySpec(new ECPoint(x, y), curve.getParameterSpec(ECParameterSpec.class));
      return KeyFactory.getInstance("EC").generatePublic(spec);
    }
    throw new GeneralSecurityException("no key of the service");
  }

  static void expect(String json, String name, String value) throws GeneralSecurityException {
    if (!read(json, name).equals(value)) throw new GeneralSecurityException("another " + name);
  }

  static byte[] decode(String text) throws GeneralSecurityException {
    try {
      return Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException error) {
      throw new GeneralSecurityException("no base64url");
    }
  }

  /** A text, number or boolean of flat JSON. A real program parses it with a library. */
  static String read(String json, String name) throws GeneralSecurityException {
    var found = Pattern.compile("\"" + name + "\":(?:\"([^\"]*)\"|([\\w.]+))").matcher(json);
    if (!found.find()) throw new GeneralSecurityException("no " + name);
    return found.group(1) != null ? found.group(1) : found.group(2);
  }
  // #endregion

  public static void main(String[] arguments) throws Exception {
    String issuer = System.getenv("CONFERE_URL");
    // A real program keeps the keys, and fetches them again for a kid that it does not know.
    var request = HttpRequest.newBuilder(URI.create(issuer + "/.well-known/jwks.json")).build();
    String keys = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    byte[] body = Files.readAllBytes(Path.of(arguments[0]));
    try {
      String claims = verify(body, arguments[1], keys, issuer, System.getenv("CLIENT_ID"), arguments[2]);
      String verdict = read(claims, "isMatch").equals("true") ? "match" : "no match";
      System.out.println(verdict + " " + read(claims, "attemptId"));
    } catch (GeneralSecurityException error) {
      System.err.println("refused: " + error.getMessage());
      System.exit(1);
    }
  }
}
