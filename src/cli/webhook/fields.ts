/** `--id` of commands about one webhook. */
export const ID_OPTION = {
  type: "integer",
  value: "<id>",
  description: 'the webhook, from "webhook list"',
  required: true,
  min: 1,
} as const;
