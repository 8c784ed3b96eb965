/** The inputs of a plan, and its snippets with what was entered. */
import { useState } from "preact/hooks";
import { Snippet } from "../../../parts/copy.tsx";
import { Check, Choice, Field } from "../../../parts/field.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { say, texts } from "../../../say.ts";
import { fillIn, type Filled, type Given } from "../core/fill-in.ts";
import type { Wanted } from "../core/install-inputs.ts";
import type { InstallPlan } from "../core/install-plan.ts";
import { mcpServersFile, shellScript, vscodeFile, vscodeLink } from "../core/snippets.ts";

const T = texts.registry.install;
const CLIENTS = [
  ["vscode", T.clients.vscode],
  ["json", T.clients.json],
  ["shell", T.clients.shell],
] as const;

export function Snippets({ plan, name }: { readonly plan: InstallPlan; readonly name: string }) {
  const [given, setGiven] = useState<Given>({});
  const enter = (id: string, value: string): void => setGiven((last) => ({ ...last, [id]: value }));
  const client = currentTab({ param: "client", tabs: CLIENTS });
  const filled = fillIn(plan, given);
  const secrets = filled.open.filter(({ isSecret }) => isSecret);
  return (
    <>
      {plan.inputs.length > 0 && (
        <div class="inputs">
          {plan.inputs.map((input) => (
            <InputField key={input.id} input={input} value={given[input.id]} enter={enter} />
          ))}
        </div>
      )}
      {secrets.length > 0 && (
        <p>
          {say(T.secrets[client as keyof typeof T.secrets], { names: secrets.map(({ title }) => title).join(", ") })}
        </p>
      )}
      <Tabs param="client" label={T.client} tabs={CLIENTS} />
      <ClientSnippet client={client} filled={filled} name={name} />
    </>
  );
}

interface InputFieldProps {
  readonly input: Wanted;
  readonly value: string | undefined;
  readonly enter: (id: string, value: string) => void;
}

function InputField({ input, value, enter }: InputFieldProps) {
  const { id, title, isSecret, isRequired, isSwitch, fallback, placeholder, choices } = input;
  const hint = [input.description, isRequired ? T.required : ""].filter((text) => text !== "").join(" · ");
  const hinted = hint === "" ? {} : { hint };
  if (isSecret && isRequired) return null;
  if (isSecret || isSwitch) {
    const isOn = (value ?? (isSecret ? "" : fallback)) === "true";
    const label = isSecret ? say(T.placeFor, { title }) : title;
    return <Check label={label} {...hinted} checked={isOn} onChange={() => enter(id, isOn ? "false" : "true")} />;
  }
  if (choices.length > 0) {
    const offered = [["", T.none] as const, ...choices.map((each) => [each, each] as const)];
    return (
      <Choice
        label={title}
        {...hinted}
        choices={offered}
        value={value ?? fallback}
        onChange={(event) => enter(id, event.currentTarget.value)}
      />
    );
  }
  return (
    <Field
      label={title}
      {...hinted}
      placeholder={placeholder}
      autocomplete="off"
      value={value ?? fallback}
      onInput={(event) => enter(id, event.currentTarget.value)}
    />
  );
}

interface ClientSnippetProps {
  readonly client: string;
  readonly filled: Filled;
  readonly name: string;
}

function ClientSnippet({ client, filled, name }: ClientSnippetProps) {
  if (client === "shell") {
    const script = shellScript(filled);
    if (script === undefined) return <p>{T.noCommand}</p>;
    return (
      <>
        <p>{T.shellHint}</p>
        <Snippet text={script} what={T.clients.shell} />
      </>
    );
  }
  const isStarted = filled.start !== undefined && filled.endpoint !== undefined;
  return (
    <>
      {isStarted && <p>{T.startFirst}</p>}
      {client === "vscode" && (
        <p>
          <a class="button" href={vscodeLink(filled, name)}>
            {T.openVscode}
          </a>
        </p>
      )}
      <p>{client === "vscode" ? T.vscodeHint : T.jsonHint}</p>
      <Snippet
        text={client === "vscode" ? vscodeFile(filled, name) : mcpServersFile(filled, name)}
        what={client === "vscode" ? T.clients.vscode : T.clients.json}
      />
    </>
  );
}
