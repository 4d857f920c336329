import { type Mapping, on } from "./rule.ts";

/** The formats of text that the server's validator checks. */
export const TEXT_FORMATS = [
  "date",
  "time",
  "date-time",
  "duration",
  "uri",
  "uri-reference",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
  "password",
];

/** The formats of numbers, which the validator checks too. */
const NUMBER_FORMATS = ["int32", "int64", "float", "double"];

/** The rule for `format`. Its option `formats` lists others, which the application checks. */
export const formatRules = {
  "known-format": on("Schema", ({ type, format }, _visit, { formats = [] }) => {
    const known = [...knownFor(type), ...(Array.isArray(formats) ? formats : [])];
    if (format === undefined || known.includes(format)) return undefined;
    return format === "binary"
      ? 'Write "contentMediaType: image/png", with the type of the file, instead of "format: binary".'
      : `The server does not check the format "${format}"; remove it, or list it under "formats" of this rule.`;
  }),
};

function knownFor(type: Mapping[string]): readonly string[] {
  const isNumber = [type].flat().some((one) => one === "integer" || one === "number");
  return isNumber ? [...TEXT_FORMATS, ...NUMBER_FORMATS] : TEXT_FORMATS;
}
