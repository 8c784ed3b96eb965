/** The form of a draft. What has no field here is written in the JSON beside it, and stays as it is. */
import { Section } from "../../../parts/page.tsx";
import { texts } from "../../../say.ts";
import { textAt } from "../core/draft.ts";
import { DraftCheck, DraftChoice, DraftField, DraftList, type Draft } from "./draft-fields.tsx";

const T = texts.registry.publish;
const F = T.fields;
const PACKAGE_TYPES = ["npm", "pypi", "oci", "nuget", "mcpb"];
const TRANSPORTS = ["stdio", "streamable-http", "sse"];
const REMOTE_TYPES = ["streamable-http", "sse"];

interface DraftFormProps {
  readonly draft: Draft;
  /** Name and version of a published version cannot change. */
  readonly isEdit: boolean;
  readonly nameProblem: string | undefined;
}

export function DraftForm({ draft, isEdit, nameProblem }: DraftFormProps) {
  return (
    <>
      <Section title={T.server}>
        <DraftField
          draft={draft}
          path="name"
          label={F.name}
          hint={F.nameHint}
          readOnly={isEdit}
          problem={nameProblem}
        />
        <DraftField draft={draft} path="version" label={F.version} hint={F.versionHint} readOnly={isEdit} />
        <DraftField draft={draft} path="title" label={F.title} />
        <DraftField draft={draft} path="description" label={F.description} hint={F.descriptionHint} />
        <DraftField draft={draft} path="websiteUrl" label={F.website} type="url" />
        <DraftField draft={draft} path="repository.url" label={F.repository} type="url" />
        {textAt(draft.document, "repository.url") !== "" && (
          <DraftChoice draft={draft} path="repository.source" label={F.host} choices={["github", "gitlab"]} />
        )}
      </Section>
      <Section title={T.remotes}>
        <DraftList
          draft={draft}
          path="remotes"
          label={T.remote}
          add={T.addRemote}
          entry={{ type: "streamable-http", url: "https://" }}
        >
          {(path) => (
            <>
              <DraftChoice draft={draft} path={`${path}.type`} label={F.transport} choices={REMOTE_TYPES} />
              <DraftField draft={draft} path={`${path}.url`} label={F.url} hint={F.urlHint} />
              <Inputs draft={draft} path={`${path}.headers`} label={T.header} add={T.addHeader} />
            </>
          )}
        </DraftList>
      </Section>
      <Section title={T.packages}>
        <DraftList
          draft={draft}
          path="packages"
          label={T.package}
          add={T.addPackage}
          entry={{ registryType: "npm", identifier: "", transport: { type: "stdio" } }}
        >
          {(path) => <PackageFields draft={draft} path={path} />}
        </DraftList>
      </Section>
    </>
  );
}

function PackageFields({ draft, path }: { readonly draft: Draft; readonly path: string }) {
  const isRemote = textAt(draft.document, `${path}.transport.type`) !== "stdio";
  return (
    <>
      <DraftChoice draft={draft} path={`${path}.registryType`} label={F.type} choices={PACKAGE_TYPES} />
      <DraftField draft={draft} path={`${path}.identifier`} label={F.identifier} hint={F.identifierHint} />
      <DraftField draft={draft} path={`${path}.version`} label={F.packageVersion} />
      {textAt(draft.document, `${path}.registryType`) === "mcpb" && (
        <DraftField draft={draft} path={`${path}.fileSha256`} label={F.digest} />
      )}
      <DraftChoice draft={draft} path={`${path}.transport.type`} label={F.transport} choices={TRANSPORTS} />
      {isRemote && <DraftField draft={draft} path={`${path}.transport.url`} label={F.url} hint={F.urlHint} />}
      <Inputs draft={draft} path={`${path}.environmentVariables`} label={T.variable} add={T.addVariable} />
    </>
  );
}

interface InputsProps {
  readonly draft: Draft;
  readonly path: string;
  readonly label: string;
  readonly add: string;
}

/** Headers and environment variables, which the person who installs the server fills in. */
function Inputs({ draft, path: list, label, add }: InputsProps) {
  return (
    <DraftList draft={draft} path={list} label={label} add={add} entry={{ name: "" }}>
      {(path) => (
        <>
          <DraftField draft={draft} path={`${path}.name`} label={F.inputName} />
          <DraftField draft={draft} path={`${path}.description`} label={F.inputDescription} />
          <DraftField draft={draft} path={`${path}.value`} label={F.value} hint={F.valueHint} />
          <DraftCheck draft={draft} path={`${path}.isRequired`} label={F.required} />
          <DraftCheck draft={draft} path={`${path}.isSecret`} label={F.secret} />
        </>
      )}
    </DraftList>
  );
}
