// Receives webhooks with Java's standard library. Java 17 or newer:
//
//   WEBHOOK_SECRET=whsec_... java ReceiveWebhooks.java 3000
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class ReceiveWebhooks {
  // #region verify
  /** Says whether a request was signed with the secret within the last five minutes. The body is as it came. */
  static boolean isGood(String secret, Headers headers, byte[] body) throws GeneralSecurityException {
    String id = headers.getFirst("webhook-id");
    String sentAt = headers.getFirst("webhook-timestamp");
    String signatures = headers.getFirst("webhook-signature");
    if (id == null || sentAt == null || signatures == null || !sentAt.matches("\\d{1,12}")) return false;
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(sentAt)) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
    mac.update((id + "." + sentAt + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes();
    boolean isGood = false;
    for (String one : signatures.split(" ")) isGood |= MessageDigest.isEqual(one.getBytes(), expected);
    return isGood;
  }
  // #endregion

  public static void main(String[] arguments) throws Exception {
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
    server.createContext("/", exchange -> {
      byte[] body = exchange.getRequestBody().readAllBytes();
      int status = 400;
      try {
        if (isGood(System.getenv("WEBHOOK_SECRET"), exchange.getRequestHeaders(), body)) {
          // A real program parses the JSON with a library.
          var type = Pattern.compile("\"type\":\"([^\"]*)\"").matcher(new String(body, StandardCharsets.UTF_8));
          System.out.println("verified " + (type.find() ? type.group(1) : "?"));
          status = 204;
        }
      } catch (GeneralSecurityException error) {
        System.err.println(error);
      }
      exchange.sendResponseHeaders(status, -1);
      exchange.close();
    });
    server.start();
  }
}
