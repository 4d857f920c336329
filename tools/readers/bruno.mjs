import { openApiToBruno } from "@usebruno/converters";
import { checkImport, text } from "./document.mjs";

const { items, environments } = await openApiToBruno(JSON.parse(text));
const count = (entries) => entries.reduce((sum, { items }) => sum + (items === undefined ? 1 : count(items)), 0);
const [{ variables }] = environments;
checkImport(count(items), variables.find(({ name }) => name === "baseUrl").value);
