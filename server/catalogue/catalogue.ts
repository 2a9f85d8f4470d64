import { basename, join } from 'node:path'
import { layoutFor } from '#gateway/lib/layout/layout.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { Matching } from '#gateway/lib/models/match.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { DeviceSpeech } from '#schemas/generated/entities/device-speech.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type { OwnDefinitions } from '#schemas/generated/entities/own-definitions.ts'
import { inReadingOrder } from './check/fault.ts'
import { definitionSchemas } from './check/schemas.ts'
import { spelled } from './check/spelled.ts'
import { LARGEST, NONE, OwnDefinitionFiles, type Shipped } from './definitions/own-definitions.ts'
import { FOLDERS } from './definitions/shipped.ts'
import { type FoundFile, filesIn, inBatches, textOf } from './files.ts'
import { type HashedLayout, Layouts } from './layouts.ts'
import { type Entry, ModelFiles } from './model-files.ts'
import { commonWords, speechOf, type Vocabulary } from './speech/speech.ts'
import { WordFiles } from './speech/word-files.ts'
import { watchFolder } from './watch.ts'

export interface Catalogue {
  /** How a device is drawn; equal layouts have equal hashes. */
  layoutOf(device: Device): HashedLayout
  byHash(hash: string): DeviceLayout | undefined
  /** What some values are called, by the keys of their words, whatever has them. */
  said(keys: Iterable<string>): DeviceSpeech
  /** The entry of a model with its templates applied. */
  model(name: string): DeviceModel | undefined
  models(): readonly DeviceModel[]
  rules(): CatalogueRules
  /** What is wrong in the files now; for each of them its last good version is in use. */
  problems(): readonly CatalogueProblem[]
  /** Screens, forms, menus and words that a deployment has put in the place of the app's. */
  own(): OwnDefinitions
  /** Everything that an entry may extend, and the icons that it may name. */
  names(): { entries: readonly DeviceModel[]; icons: ReadonlySet<string> | undefined }
  /** Every file of a device model. */
  entries(): readonly Entry[]
  /** What would be wrong if a file said this; the model that it makes when nothing is. */
  tryOut(path: string, text: string): { problems: readonly CatalogueProblem[]; model?: DeviceModel }
  /** How a device would be drawn if this were its model. */
  layoutAs(device: Device, model: DeviceModel): DeviceLayout
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
  const schemas = definitionSchemas
  const modelFiles = new ModelFiles(schemas, basename(folder))
  const definitions = shipped && new OwnDefinitionFiles(schemas, basename(folder), shipped)
  const wordFiles = new WordFiles(locales)
  const layouts = new Layouts()
  const listeners = new Set<() => void>()
  let matching = new Matching([])

  const textsOf = (files: readonly FoundFile[], most = Infinity) =>
    inBatches(files, async (file) => ({
      ...file,
      text: file.bytes > most ? undefined : await textOf(folder, file.path),
    }))

  const lookAtDefinitions = async (): Promise<boolean> => {
    if (!definitions) return false
    const found = await filesIn(folder, FOLDERS)
    if (!definitions.take(found, await textsOf(definitions.outdated(found), LARGEST))) return false
    for (const problem of definitions.problems()) log?.warn({ problem }, spelled(problem))
    return true
  }

  const lookAtModels = async (): Promise<boolean> => {
    const found = await filesIn(folder, ['devices', 'templates', 'rules'])
    const icons = await textOf(folder, 'icons.json')
    const spoken = await wordFiles.look()
    if (!modelFiles.take(found, await textsOf(modelFiles.outdated(found)), icons) && !spoken) return false
    matching = new Matching(modelFiles.models())
    layouts.forget()
    for (const problem of modelFiles.problems()) log?.warn({ problem }, spelled(problem))
    return true
  }

  /** Each by itself: what goes wrong with the one takes nothing of the other away. */
  const look = async (): Promise<boolean> => {
    const models = await lookAtModels()
    return (await lookAtDefinitions()) || models
  }

  const vocabulary = (): Vocabulary => ({ words: wordFiles.words(), icons: modelFiles.icons() })

  await look()
  const stop = watch
    ? watchFolder(
        join(folder),
        async () => {
          if (await look()) for (const tell of listeners) tell()
        },
        (error) => log?.warn({ error }, 'The catalogue could not be read again'),
      )
    : undefined

  return {
    layoutOf: (device) => layouts.of(device, modelFiles.rules(), matching, vocabulary()),
    byHash: (hash) => layouts.byHash(hash),
    model: (name) => modelFiles.models().find(({ model }) => model === name),
    models: () => modelFiles.models(),
    rules: () => modelFiles.rules(),
    problems: () => [...modelFiles.problems(), ...(definitions?.problems() ?? [])].toSorted(inReadingOrder),
    own: () => definitions?.current() ?? NONE,
    entries: () => modelFiles.entries(),
    names: () => modelFiles.names(),
    tryOut(path, text) {
      const { problems, ...rest } = modelFiles.tryOut(path, text)
      return { problems: problems.toSorted(inReadingOrder), ...rest }
    },
    layoutAs(device, model) {
      const layout = layoutFor(modelFiles.rules(), device, model)
      return { ...layout, speech: speechOf(layout, model, vocabulary()) }
    },
    said: (keys) => commonWords(keys, wordFiles.words()),
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
