import t from "tap";
import { effectiveSettings } from "../../src/settings/config.ts";

/** The value and the origin of one setting in an environment. */
function effective(name: string, environment: Record<string, string>) {
  const { value, origin } = effectiveSettings(environment).find((setting) => setting.name === name) ?? {};
  return [value, origin];
}

t.test("a setting as it applies has its value, or its default, and where it comes from", async (t) => {
  t.same(effective("PORT", {}), ["3000", "default"]);
  t.same(effective("PORT", { PORT: " 8080 " }), ["8080", "environment"]);
  t.same(effective("PORT", { PORT: "" }), ["3000", "default"], "an empty one counts as unset");
  t.same(effective("MAX_FILE_MIB", { MAX_FILE_MIB: "5" }), ["5", "environment"]);
  t.same(effective("BASE_URL", { HOST: "::1", PORT: "80" }), ["http://[::1]:80", "default"]);
  t.same(effective("DRAIN_SECONDS", {}), ["5; 0 on a terminal and in test mode", "default"]);
  t.throws(() => effectiveSettings({ PORT: "x" }), /PORT must be/);
});

t.test("a setting as it applies has no secrets", async (t) => {
  t.same(effective("TOKEN_SECRET", { TOKEN_SECRET: "secret".repeat(6) }), ["(hidden)", "environment"]);
  const hidden: readonly (readonly [name: string, text: string, shown: string])[] = [
    ["DATABASE_URL", "postgres://ann:secret@db/triptych", "postgres://ann:***@db/triptych"],
    ["DATABASE_URL", "postgres://db/triptych?user=ann&password=secret", "postgres://db/triptych?user=ann&password=***"],
    ["DATABASE_URL", "sqlite:data/Zoë.db", "sqlite:data/Zoë.db"],
    ["FETCH_PROXY", "http://ann:secret@proxy:3128", "http://ann:***@proxy:3128/"],
    ["REDIS_URL", "redis://:secret@cache", "redis://:***@cache"],
    ["SMTP_URL", "smtps://me%40mail.example:secret@mail.example", "smtps://me%40mail.example:***@mail.example"],
  ];
  for (const [name, text, shown] of hidden) {
    const settings = name === "SMTP_URL" ? { MAIL_FROM: "me@example.com", [name]: text } : { [name]: text };
    t.same(effective(name, settings), [shown, "environment"]);
  }
});
