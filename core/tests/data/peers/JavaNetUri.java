// Records what java.net.URI accepts: see README.md.

import java.io.PrintStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class JavaNetUri {
    private static final Pattern FORM = Pattern.compile("\"form\":\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern RESULT = Pattern.compile("\"result\":\"(?:[^\"\\\\]|\\\\.)*\"");

    public static void main(String[] arguments) throws Exception {
        recordCharacters(Path.of(arguments[0], "java-net-uri-rejected.txt"));
        recordReferences(Path.of(arguments[0], "java-net-uri.jsonl"));
    }

    /** Writes the ranges of code points that are rejected in a path. */
    private static void recordCharacters(Path path) throws Exception {
        try (PrintStream out = new PrintStream(Files.newOutputStream(path), false, StandardCharsets.UTF_8)) {
            out.printf("# Code points that java.net.URI of Java %s rejects in a path%n", System.getProperty("java.version"));
            int first = -1;
            for (int code = 0; code <= 0x110000; code++) {
                boolean isRejected = code <= 0x10FFFF && !isSurrogate(code) && !result("/a" + Character.toString(code)).equals("ok");
                if (isRejected && first < 0) {
                    first = code;
                } else if (!isRejected && first >= 0) {
                    out.printf(first == code - 1 ? "%04X%n" : "%04X..%04X%n", first, code - 1);
                    first = -1;
                }
            }
        }
    }

    /** Replaces the result in each line of JSON by that for its form. */
    private static void recordReferences(Path path) throws Exception {
        List<String> lines = Files.readAllLines(path);
        for (int index = 0; index < lines.size(); index++) {
            String line = lines.get(index);
            Matcher form = FORM.matcher(line);
            if (!form.find()) {
                throw new IllegalArgumentException(line);
            }
            String result = "\"result\":\"" + result(unescape(form.group(1))) + "\"";
            lines.set(index, RESULT.matcher(line).replaceFirst(Matcher.quoteReplacement(result)));
        }
        Files.write(path, lines);
    }

    private static String result(String reference) {
        try {
            new URI(reference);
            return "ok";
        } catch (URISyntaxException error) {
            return error.getReason();
        }
    }

    private static boolean isSurrogate(int code) {
        return code >= 0xD800 && code <= 0xDFFF;
    }

    /** Resolves the escapes of a JSON string. */
    private static String unescape(String json) {
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < json.length(); at++) {
            char c = json.charAt(at);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escape = json.charAt(++at);
            if (escape == 'u') {
                out.append((char) Integer.parseInt(json.substring(at + 1, at + 5), 16));
                at += 4;
            } else {
                int index = "bfnrt".indexOf(escape);
                out.append(index < 0 ? escape : "\b\f\n\r\t".charAt(index));
            }
        }
        return out.toString();
    }
}
