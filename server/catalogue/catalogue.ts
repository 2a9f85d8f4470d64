import { basename, join } from 'node:path'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { DeviceSpeech } from '#schemas/generated/entities/device-speech.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type { OwnDefinitions } from '#schemas/generated/entities/own-definitions.ts'
import type { Language } from '../lib/language.ts'
import { inReadingOrder } from './check/fault.ts'
import { definitionSchemas } from './check/schemas.ts'
import { spelled } from './check/spelled.ts'
import { NONE, type Shipped } from './definitions/own-definitions.ts'
import { filesIn } from './files.ts'
import type { HashedLayout } from './layouts.ts'
import type { Entry } from './model-files.ts'
import { calledIn, commonWords } from './speech/speech.ts'
import { WordFiles } from './speech/word-files.ts'
import { CatalogueVersion, EDITABLE, type Edit } from './version.ts'
import { watchFolders } from './watch.ts'

export interface Catalogue {
  /** How a device is drawn; equal layouts have equal hashes. In which home says whether it has an edit that not all have. */
  layoutOf(device: Device, serialNumber?: string): HashedLayout
  byHash(hash: string): DeviceLayout | undefined
  /** What some values are called, by the keys of their words, whatever has them. */
  said(keys: Iterable<string>): DeviceSpeech
  /** What a model is called in a language: in locales, in its own words, or by the name that its file says. */
  called(model: DeviceModel, language: Language): string | undefined
  /** The entry of a model with its templates applied. */
  model(name: string): DeviceModel | undefined
  models(): readonly DeviceModel[]
  rules(): CatalogueRules
  /** What is wrong in the files now; for each of them its last good version is in use. */
  problems(): readonly CatalogueProblem[]
  /** Screens, forms, menus and words that a deployment has put in the place of the app's. */
  own(edited?: boolean): OwnDefinitions
  /** Everything that an entry may extend, and the icons that it may name. */
  names(): { entries: readonly DeviceModel[]; icons: ReadonlySet<string> | undefined }
  /** Every file of a device model. */
  entries(): readonly Entry[]
  /** What would be wrong if a file said this; the model that it makes when nothing is. */
  tryOut(path: string, text: string): { problems: readonly CatalogueProblem[]; model?: DeviceModel }
  /** How a device would be drawn if this were its model. */
  layoutAs(device: Device, model: DeviceModel): DeviceLayout
  /** Every file that there may be an edit of. */
  paths(): Promise<readonly string[]>
  /** What would be wrong, in this file or in another one, if it said this. */
  judge(edit: Edit): Promise<readonly CatalogueProblem[]>
  /** Homes of which `has` is true draw by an edit from now on, the others without it; undefined: there is none. */
  try(tried: { edit: Edit; has(serialNumber: string): boolean } | undefined): Promise<void>
  /** Whether the edit draws a device otherwise, and what has no place in it that had one. */
  tried(device: Device): { otherwise: boolean; unplaced: readonly string[] }
  /** Others have the edit now than before. */
  moved(): void
  /** Looks at the files now, without waiting for them to be left alone. */
  refresh(): Promise<void>
  /** Called after files have changed; returns what ends it. */
  onChange(tell: () => void): () => void
  close(): void
}

interface Log {
  warn(facts: object, message: string): void
}

export interface CatalogueOptions {
  watch?: boolean
  log?: Log
  /** Where the words of devices stand; without it layouts say nothing. */
  locales?: string
  /** What the app was built with; without it the folder's screens, forms, menus and words are nobody's concern. */
  shipped?: Shipped
}

/** Reads the folder of device models and rules, and keeps it current when told to watch. */
export async function openCatalogue(
  folder: string,
  { watch = false, log, locales, shipped }: CatalogueOptions = {},
): Promise<Catalogue> {
  const wordFiles = new WordFiles(locales)
  const listeners = new Set<() => void>()
  const version = (): CatalogueVersion =>
    new CatalogueVersion({
      ...{ folder, name: basename(folder), schemas: definitionSchemas, shipped },
      words: () => wordFiles.words(),
    })
  const base = version()
  /** What only some homes have. */
  let trial: { version: CatalogueVersion; edit: Edit; has(serialNumber: string): boolean } | undefined
  /** Clients may still ask for what it drew. */
  let former: CatalogueVersion | undefined
  /** What is tried out by whoever writes: kept, since all other files are read only once then. */
  let bench: CatalogueVersion | undefined
  let judging: Promise<unknown> = Promise.resolve()

  const look = async (): Promise<boolean> => {
    const spoken = await wordFiles.look()
    if (spoken) for (const one of [base, trial?.version]) one?.forget()
    const { models, definitions } = await base.look()
    for (const problem of models ? base.models.problems() : []) log?.warn({ problem }, spelled(problem))
    for (const problem of (definitions && base.definitions?.problems()) || [])
      log?.warn({ problem }, spelled(problem))
    if (trial) await trial.version.look(trial.edit)
    return spoken || models || definitions
  }
  const tell = (): void => {
    for (const one of listeners) one()
  }
  const refresh = async (): Promise<boolean> => {
    const changed = await look()
    if (changed) tell()
    return changed
  }

  await look()
  const stop = watch
    ? watchFolders([join(folder), ...(locales === undefined ? [] : [locales])], refresh, (error) =>
        log?.warn({ error }, 'The catalogue could not be read again'),
      )
    : undefined

  return {
    layoutOf: (device, serialNumber) =>
      (serialNumber !== undefined && trial?.has(serialNumber) ? trial.version : base).layoutOf(device),
    byHash: (hash) => base.byHash(hash) ?? (trial?.version ?? former)?.byHash(hash),
    model: (name) => base.models.models().find(({ model }) => model === name),
    models: () => base.models.models(),
    rules: () => base.models.rules(),
    problems: () => base.problems().toSorted(inReadingOrder),
    own: (edited = false) => (edited ? trial?.version : base)?.definitions?.current() ?? NONE,
    entries: () => base.models.entries(),
    names: () => base.models.names(),
    tryOut(path, text) {
      const { problems, ...rest } = base.models.tryOut(path, text)
      return { problems: problems.toSorted(inReadingOrder), ...rest }
    },
    layoutAs: (device, model) => base.layoutAs(device, model),
    said: (keys) => commonWords(keys, wordFiles.words()),
    called: (model, language) => calledIn(model, language, wordFiles.words()),
    paths: async () => (await filesIn(folder, EDITABLE)).map(({ path }) => path),
    judge(edit) {
      const judged = judging.then(async () => {
        bench ??= version()
        await bench.look(edit)
        const before = new Set(base.problems().map((problem) => JSON.stringify(problem)))
        const file = `${basename(folder)}/${edit.path}`
        return bench
          .problems()
          .filter((problem) => problem.file === file || !before.has(JSON.stringify(problem)))
          .toSorted(inReadingOrder)
      })
      judging = judged.catch(() => undefined)
      return judged
    },
    async try(tried) {
      former = trial?.version ?? former
      if (tried) {
        const next = version()
        await next.look(tried.edit)
        trial = { version: next, ...tried }
      } else trial = undefined
      tell()
    },
    tried(device) {
      if (!trial) return { otherwise: false, unplaced: [] }
      const [now, then] = [base.layoutOf(device), trial.version.layoutOf(device)]
      const known = new Set(now.layout.problems)
      return {
        otherwise: now.hash !== then.hash,
        unplaced: (then.layout.problems ?? []).filter((one) => !known.has(one)),
      }
    },
    moved: tell,
    refresh: async () => void (await refresh()),
    onChange(tell) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    close() {
      stop?.()
      listeners.clear()
    },
  }
}
