<?php
// Writes what parse_url makes of the references of standard input. It resolves nothing.
while (($line = fgets(STDIN)) !== false) {
    $row = json_decode($line, true);
    if ($row["base"] !== null) {
        echo "{\"unread\": true}\n";
        continue;
    }
    $found = parse_url($row["reference"]);
    if ($found === false) {
        echo "{\"error\": \"false\"}\n";
        continue;
    }
    $userinfo = $found["user"] ?? null;
    if (isset($found["pass"])) {
        $userinfo = ($userinfo ?? "") . ":" . $found["pass"];
    }
    $parts = ["scheme" => $found["scheme"] ?? null, "userinfo" => $userinfo, "host" => $found["host"] ?? null,
        "port" => isset($found["port"]) ? (string) $found["port"] : null, "path" => $found["path"] ?? "",
        "query" => $found["query"] ?? null, "fragment" => $found["fragment"] ?? null];
    // Bytes that are not UTF-8, as in the other tables.
    $readable = fn ($part) => $part === null || mb_check_encoding_of($part) ? $part : readable($part);
    echo json_encode(array_map($readable, $parts), JSON_UNESCAPED_SLASHES), "\n";
}

function mb_check_encoding_of(string $text): bool {
    return preg_match("//u", $text) === 1;
}

function readable(string $text): string {
    $out = "";
    for ($at = 0; $at < strlen($text);) {
        if (preg_match('/\G(?:[\x00-\x7F]|[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2})/', $text, $found, 0, $at)) {
            $out .= $found[0];
            $at += strlen($found[0]);
        } else {
            $out .= sprintf("\\x%02x", ord($text[$at]));
            $at += 1;
        }
    }
    return $out;
}
