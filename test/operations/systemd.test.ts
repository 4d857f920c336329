import { setTimeout } from "node:timers/promises";
import t from "tap";
import { pngOf } from "../../harness/pictures.ts";
import { ROOT } from "../../harness/server-process.ts";
import { openNamespace } from "../support/namespace.ts";
import { run } from "../support/run.ts";

const UNIT = "deploy/systemd/triptych.service";

/** The exposure that `systemd-analyze security` computes, from 0 to 10. */
const MAX_EXPOSURE = 1.5;

// Starts systemd on a copy of this machine's files, on which the folder of this repository is /opt/triptych.
const BOOT = `
work=$(mktemp -d)
mount -t tmpfs tmpfs "$work"
mkdir "$work/upper" "$work/temporary" "$work/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/temporary" "$work/root"
cd "$work/root"
touch is-a-copy
mkdir -p opt/triptych
mount --bind "${ROOT}" opt/triptych
mount -o remount,bind,ro opt/triptych
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
ready
mount -t proc proc proc
mkdir before
# In a chroot, the unit could not have a user namespace.
pivot_root . before
umount --lazy /before
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=basic.target`;

// Never on this machine itself.
const INSTALL = `
test -e /is-a-copy
useradd --system --home-dir /var/lib/triptych --shell /usr/sbin/nologin triptych
install -d -m 700 /etc/triptych
sed -E 's/^#(BACKUP_TO|START_OPTIONS)=/\\1=/' /opt/triptych/deploy/systemd/triptych.env.example >/etc/triptych/triptych.env
install -d -m 700 -o triptych -g triptych /var/backups/triptych
install -m 644 /opt/triptych/${UNIT} /etc/systemd/system/triptych.service
install -m 644 /opt/triptych/${UNIT} /etc/systemd/system/triptych@.service
systemd-analyze verify /etc/systemd/system/triptych.service triptych@1.service
systemctl daemon-reload
systemctl start triptych.service`;

// Commands of docs/operating.md, without the options that tap gives to Node: they name files that the copy may lack.
const ADMINISTER = `
unset NODE_OPTIONS
cd /opt/triptych && set -a && . /etc/triptych/triptych.env && set +a
export DATABASE_URL=\${DATABASE_URL:-sqlite:/var/lib/triptych/triptych.db}
runuser -u triptych -- node_modules/.bin/node src/entry.js`;

t.test("the systemd unit is hardened", async (t) => {
  const report = await run(["systemd-analyze", "security", "--offline=true", `${ROOT}${UNIT}`]);
  const [, exposure = ""] = /Overall exposure level for .*: ([\d.]+)/.exec(report) ?? [];
  t.comment(`exposure ${exposure}`);
  t.ok(exposure !== "" && Number(exposure) <= MAX_EXPOSURE, exposure);
});

t.test("systemd runs the server as the user triptych, on data that only this user can read", async (t) => {
  const systemd = await openNamespace(t, ["pid", "mount", "uts", "ipc", "net", "cgroup"], BOOT);
  await untilBooted(systemd.run);
  const journal = () => systemd.run(["journalctl", "--no-pager", "--output=cat", "--unit=triptych"]);
  await systemd.run(["bash", "-euc", INSTALL]);
  const until = (command: string) =>
    systemd.run(["timeout", "60", "bash", "-euc", `until ${command}; do sleep 0.1; done`]);
  await until("curl --silent --fail localhost:3000/health/ready");

  const register = `curl --silent --json '{"name":"Ada","email":"ada@example.com","password":"correct horse battery"}'`;
  t.match(await systemd.run(["bash", "-euc", `${register} localhost:3000/api/user/register`]), /"error":""/);
  await t.test("pictures are decoded, which the system call filter must allow", async (t) => {
    const picture = Buffer.from(await pngOf(40, 30, "#ff0000")).toString("base64");
    const key = (
      await systemd.run(["bash", "-euc", `${ADMINISTER} key create --email ada@example.com --name test`])
    ).trim();
    const script = `
      printf '%s' ${picture} | base64 -d >/run/cover.png
      curl() { command curl --silent --fail -H "Authorization: Bearer ${key}" "$@"; }
      curl --json '{"title":"Books"}' localhost:3000/rest/v1/collection
      curl -X PUT -F "cover=@/run/cover.png;type=image/png" localhost:3000/rest/v1/collection/1/cover`;
    t.match(await systemd.run(["bash", "-euc", script]), /"cover":\["http/);
  });
  await t.test("the commands of docs/operating.md use its data and its folder of backups", async (t) => {
    t.match(await systemd.run(["bash", "-euc", `${ADMINISTER} user list`]), /ada@example\.com/);
    // The first scheduled backup, which the server makes at its start.
    await until("ls /var/backups/triptych/*.tar.zst");
    t.match(await systemd.run(["bash", "-euc", `${ADMINISTER} backup`]), /\/var\/backups\/triptych/);
  });
  const status = await systemd.run(["bash", "-euc", 'cat "/proc/$(systemctl show -P MainPID triptych)/status"']);
  t.match(status, /CapEff:\s+0+\n/);
  t.match(status, /NoNewPrivs:\s+1\n/);
  t.match(status, /Seccomp:\s+2\n/);
  t.equal(await systemd.run(["stat", "-c", "%U %a", "/var/lib/triptych"]), "triptych 700\n");
  t.equal(await systemd.run(["stat", "-c", "%U %a", "/var/lib/triptych/triptych.db"]), "triptych 600\n");

  await systemd.run(["systemctl", "stop", "triptych.service"]);
  t.equal(await systemd.run(["systemctl", "show", "-P", "Result", "triptych"]), "success\n");
  t.match(await journal(), /stopped/);
});

async function untilBooted(inSystemd: (command: readonly string[]) => Promise<string>): Promise<void> {
  for (;;) {
    // A degraded system has failed units, such as those that need hardware.
    const state = await inSystemd(["bash", "-c", "test -e /is-a-copy && systemctl is-system-running 2>&1 || true"]);
    if (/^(running|degraded)$/.test(state.trim())) return;
    await setTimeout(100);
  }
}
