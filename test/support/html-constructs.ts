/** What may stand in a text that a program has not escaped. */
export const CONSTRUCTS: readonly string[] = [
  ..."script style svg math textarea title plaintext xmp template noscript iframe ruby table select option".split(" "),
  ..."h1 h3 body html head form button p br li ul a b dd hr frameset".split(" "),
].flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} x="y">`, `<${name}`]);

export const OTHERS: readonly string[] = [
  ..."<!-- --> <!---> <![CDATA[ ]]> <!doctype <!DOCTYPE&#32;html> <?php ?> <br/> <d/> & &am &#x &#; &lt &nbsp; < > <> </ </> <<a>".split(
    " ",
  ),
  ...['"', "'", "`", '""', `<a href="`, "<a href='", `<img alt="`, "\\", "\u0000", "\u2028", "😀", "<3"],
  ...["<rubyXML/>", "<d e>", "a=b", "=", "<script>if (a < b) {}</script>", "<!-- <dt> -->"],
];

/** Tags of the structure: in the middle of a text they are text. */
export const STRUCTURE: readonly string[] = [
  "<dl>",
  "</dl>",
  "<dl><p>",
  "<dl><dt><dd>",
  "</dd></dl>",
  "<dt>",
  "</dt>",
  "<DL",
  "<DT ",
];
