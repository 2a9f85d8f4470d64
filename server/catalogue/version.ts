import { layoutFor } from '#gateway/lib/layout/layout.ts'
import { Matching } from '#gateway/lib/models/match.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type { DefinitionSchemas } from './check/schemas.ts'
import { LARGEST, OwnDefinitionFiles, type Shipped } from './definitions/own-definitions.ts'
import { FOLDERS } from './definitions/shipped.ts'
import { type FoundFile, filesIn, inBatches, textOf } from './files.ts'
import { type HashedLayout, Layouts } from './layouts.ts'
import { ModelFiles } from './model-files.ts'
import { speechOf, type Vocabulary } from './speech/speech.ts'

/** A file as it would be. */
export interface Edit {
  /** From the catalogue's folder. */
  path: string
  text: string
}

const MODELS = ['devices', 'templates', 'rules']

/** Every folder whose files an edit may be of. */
export const EDITABLE: readonly string[] = [...MODELS, ...FOLDERS]

interface Makings {
  folder: string
  /** What reports call the folder. */
  name: string
  schemas: DefinitionSchemas
  shipped: Shipped | undefined
  words(): Vocabulary['words']
}

/** All files of the catalogue together, as they are or with one of them as it would be. */
export class CatalogueVersion {
  readonly models: ModelFiles
  readonly definitions: OwnDefinitionFiles | undefined
  readonly #makings: Makings
  readonly #layouts = new Layouts()
  #matching = new Matching([])

  constructor(makings: Makings) {
    const { schemas, name, shipped } = makings
    this.#makings = makings
    this.models = new ModelFiles(schemas, name)
    this.definitions = shipped && new OwnDefinitionFiles(schemas, name, shipped)
  }

  /** Takes over what is there now, each kind by itself: what goes wrong with the one takes nothing of the other away. */
  async look(edit?: Edit): Promise<{ models: boolean; definitions: boolean }> {
    const { folder } = this.#makings
    const found = put(await filesIn(folder, MODELS), MODELS, edit)
    const icons = await textOf(folder, 'icons.json')
    const models = this.models.take(found, await this.#texts(this.models.outdated(found), edit), icons)
    if (models) this.#matching = new Matching(this.models.models())
    if (models) this.forget()
    return { models, definitions: await this.#lookAtDefinitions(edit) }
  }

  async #lookAtDefinitions(edit: Edit | undefined): Promise<boolean> {
    if (!this.definitions) return false
    const found = put(await filesIn(this.#makings.folder, FOLDERS), FOLDERS, edit)
    const texts = await this.#texts(this.definitions.outdated(found), edit, LARGEST)
    return this.definitions.take(found, texts)
  }

  #texts = (files: readonly FoundFile[], edit: Edit | undefined, most = Infinity) =>
    inBatches(files, async (file) => ({
      ...file,
      text:
        file.bytes > most
          ? undefined
          : file.path === edit?.path
            ? edit.text
            : await textOf(this.#makings.folder, file.path),
    }))

  /** What devices are called has changed, or how they are drawn: all is worked out anew when it is asked for. */
  forget = (): void => this.#layouts.forget()

  vocabulary = (): Vocabulary => ({ words: this.#makings.words(), icons: this.models.icons() })

  layoutOf = (device: Device): HashedLayout =>
    this.#layouts.of(device, this.models.rules(), this.#matching, this.vocabulary())

  byHash = (hash: string): DeviceLayout | undefined => this.#layouts.byHash(hash)

  layoutAs(device: Device, model: DeviceModel): DeviceLayout {
    const layout = layoutFor(this.models.rules(), device, model)
    return { ...layout, speech: speechOf(layout, model, this.vocabulary()) }
  }

  problems = (): CatalogueProblem[] => [...this.models.problems(), ...(this.definitions?.problems() ?? [])]
}

/** The files that there are, one of them as it would be. */
function put(found: readonly FoundFile[], folders: readonly string[], edit: Edit | undefined): FoundFile[] {
  if (!edit || !folders.includes(edit.path.split('/')[0] ?? '')) return [...found]
  const bytes = Buffer.byteLength(edit.text)
  const edited = { path: edit.path, stamp: `edit ${edit.text}`, bytes }
  return [...found.filter(({ path }) => path !== edit.path), edited].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  )
}
