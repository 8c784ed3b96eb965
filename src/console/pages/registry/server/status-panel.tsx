/** Deprecates, deletes and restores one version or all of them. Each change can be undone. */
import { useState } from "preact/hooks";
import type { ServerResponse } from "../../../../../clients/typescript/src/registry.ts";
import { registry } from "../../../live/clients.ts";
import { useKeptCaller } from "../../../live/kept-caller.ts";
import { mayDo, registryCaller } from "../../../live/registry-caller.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { announce } from "../../../parts/announce.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Choice, TextArea } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { SessionEnded } from "../../../parts/session-ended.tsx";
import { Empty, signInAddress } from "../../../parts/states.tsx";
import { count, say, texts } from "../../../say.ts";
import { officialOf, type Status } from "../core/official.ts";
import { statusUpdate, undoOf, type VersionStatus } from "../core/status-change.ts";

const T = texts.registry.status;
const S = texts.registry.servers.statuses;
const STATUSES = [
  ["deprecated", T.actions.deprecated],
  ["deleted", T.actions.deleted],
  ["active", T.actions.active],
] as const;

interface StatusPanelProps {
  readonly shown: ServerResponse;
  readonly all: readonly ServerResponse[];
  readonly again: () => void;
}

interface Done {
  readonly said: string;
  readonly undo: readonly VersionStatus[];
  readonly atMs: number;
}

export function StatusPanel({ shown, all, again }: StatusPanelProps) {
  const [done, setDone] = useState<Done>();
  const { caller, hasEnded } = useKeptCaller(registryCaller.value);
  const { name } = shown.server;
  if (!caller) {
    return (
      <Empty title={T.signInFirst}>
        <a class="button" href={signInAddress("registry")}>
          {texts.states.signIn}
        </a>
      </Empty>
    );
  }
  if (!mayDo(caller, "publish", name) && !mayDo(caller, "edit", name)) {
    return <Empty title={say(T.notYours, { subject: caller.subject, name })} />;
  }
  const offerUndo: OnDone = (said, undo) => {
    setDone({ said, undo, atMs: Date.now() });
    again();
  };
  return (
    <Section
      title={T.title}
      actions={officialOf(shown).status !== "deleted" && <Delete shown={shown} onDone={offerUndo} />}
    >
      {hasEnded && <SessionEnded service="registry" />}
      {done && <Undo key={done.atMs} name={name} done={done} close={() => setDone(undefined)} again={again} />}
      <StatusForm
        shown={shown}
        all={all}
        onDone={(said, undo) => {
          announce(said);
          offerUndo(said, undo);
        }}
      />
    </Section>
  );
}

type OnDone = (said: string, undo: readonly VersionStatus[]) => void;

interface StatusFormProps {
  readonly shown: ServerResponse;
  readonly all: readonly ServerResponse[];
  readonly onDone: OnDone;
}

function StatusForm({ shown, all, onDone }: StatusFormProps) {
  const { name: serverName, version } = shown.server;
  const [status, setStatus] = useState<Status>(officialOf(shown).status === "active" ? "deprecated" : "active");
  const send = async ({ scope, message = "" }: Entered): Promise<void> => {
    const body = statusUpdate(status, message);
    if (scope === "all") {
      const undo = undoOf(all, body);
      const { updatedCount } = await registry.servers.updateAllStatuses({ serverName, body });
      onDone(say(count(updatedCount, T.doneAll), { status: S[status] }), undo);
    } else {
      const undo = undoOf([shown], body);
      await registry.servers.updateStatus({ serverName, version, body });
      onDone(say(T.done, { version, status: S[status] }), undo);
    }
  };
  const scopes = [
    ["one", say(T.one, { version })],
    ["all", count(all.length, T.all)],
  ] as const;
  return (
    <div class="narrow">
      <ActionForm action={T.apply} send={send}>
        <Choice
          label={T.change}
          hint={T.hints[status]}
          choices={STATUSES}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value as Status)}
        />
        <Choice label={T.scope} name="scope" choices={scopes} />
        {status !== "active" && <TextArea label={T.message} hint={T.messageHint} name="message" maxLength={500} />}
      </ActionForm>
    </div>
  );
}

/** Hides a version without a message. It asks once and does not want the name typed: the change can be undone. */
function Delete({ shown, onDone }: Pick<StatusFormProps, "shown" | "onDone">) {
  const { name: serverName, version } = shown.server;
  const said = say(T.done, { version, status: S.deleted });
  return (
    <Confirm
      action={say(T.delete, { version })}
      question={say(T.deleteAsk, { name: serverName, version })}
      consequence={<p>{T.deleteWhat}</p>}
      done={said}
      isDanger
      send={async () => {
        const undo = undoOf([shown], { status: "deleted" });
        await registry.servers.deleteVersion({ serverName, version });
        onDone(said, undo);
      }}
    />
  );
}

interface UndoProps {
  readonly name: string;
  readonly done: Done;
  readonly close: () => void;
  readonly again: () => void;
}

/** Takes the change back, version by version: they may have had different statuses. */
function Undo({ name: serverName, done: { said, undo }, close, again }: UndoProps) {
  const [left, setLeft] = useState(undo);
  const send = async (): Promise<void> => {
    let open = left;
    try {
      for (const { version, to } of left) {
        await registry.servers.updateStatus({ serverName, version, body: to });
        open = open.slice(1);
      }
      close();
      announce(T.undone);
    } finally {
      // After a failure, the rest can be taken back with another attempt.
      setLeft(open);
      again();
    }
  };
  return (
    <div class="undo">
      <span>{said}</span>
      {left.length > 0 && <ActionForm action={T.undo} send={send} />}
    </div>
  );
}
