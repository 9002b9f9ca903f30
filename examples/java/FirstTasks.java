// The first five tasks with Java's standard library: a token, a reference photo, an authentication, its attempt, an
// execution. Java 17 or newer. The client needs the scopes faces:write, faces:authenticate, attempts:read and
// executions:write:
//
//   CONFERE_URL=http://127.0.0.1:8080 CLIENT_ID=cli_... CLIENT_SECRET=... java FirstTasks.java 12345678909 registered.jpg selfie.jpg
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;
import java.util.regex.Pattern;

class FirstTasks {
  static final String url = System.getenv("CONFERE_URL").replaceAll("/+$", "");
  static final HttpClient client = HttpClient.newHttpClient();

  public static void main(String[] arguments) throws Exception {
    String cpf = arguments[0];
    byte[] registered = Files.readAllBytes(Path.of(arguments[1]));
    // Another photo of the person: the registered one is refused when it comes again.
    byte[] selfie = Files.readAllBytes(Path.of(arguments[2]));
    // #region token
    String form = "grant_type=client_credentials&client_id=" + encode(System.getenv("CLIENT_ID"))
        + "&client_secret=" + encode(System.getenv("CLIENT_SECRET"));
    String token = member("access_token", send("POST", "/oauth2/token", BodyPublishers.ofString(form),
        "Content-Type", "application/x-www-form-urlencoded"));
    String bearer = "Bearer " + token;
    // #endregion

    // #region register
    send("PUT", "/v1/people/" + cpf + "/face", BodyPublishers.ofByteArray(registered),
        "Authorization", bearer, "Content-Type", "image/jpeg", "X-Legal-Basis", "consent");
    // #endregion
    System.out.println("registered");

    // #region authenticate
    String image = "data:image/jpeg;base64," + Base64.getEncoder().encodeToString(selfie);
    String answer = send("POST", "/v1/face-authentications",
        BodyPublishers.ofString("{\"peopleId\":\"" + cpf + "\",\"imageUrl\":\"" + image + "\"}"),
        "Authorization", bearer, "Content-Type", "application/json", "Idempotency-Key", UUID.randomUUID().toString());
    // #endregion
    System.out.println("match " + member("isMatch", answer));

    String attempt = find("\"id\":\"(att_[^\"]*)\"", answer);
    // #region attempt
    send("GET", "/v1/face-authentications/" + attempt, BodyPublishers.noBody(), "Authorization", bearer);
    // #endregion
    System.out.println("attempt " + attempt);

    // #region execution
    String execution = send("POST", "/v1/executions",
        BodyPublishers.ofString("{\"templateId\":\"tpl_default_person\",\"cpf\":\"" + cpf + "\"}"),
        "Authorization", bearer, "Content-Type", "application/json", "Prefer", "wait=10");
    // #endregion
    System.out.println("execution " + member("status", execution));
  }

  static String send(String method, String path, BodyPublisher body, String... headers) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).method(method, body)
        .headers(headers).timeout(Duration.ofSeconds(30)).build();
    var response = client.send(request, BodyHandlers.ofString());
    if (response.statusCode() >= 300) throw new IllegalStateException(response.statusCode() + " " + response.body());
    return response.body();
  }

  // A real program parses the JSON with a library.
  static String member(String name, String json) {
    return find("\"" + name + "\":\"?([^\",}]*)", json);
  }

  static String find(String pattern, String text) {
    var matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) throw new IllegalStateException("there is no " + pattern);
    return matcher.group(1);
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
