import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { servicesOf } from '#gateway/lib/models/as-device.ts'
import { Matching } from '#gateway/lib/models/match.ts'
import { fileText } from '#gateway/lib/models/model-text.ts'
import { plainLetters } from '#gateway/lib/names/letters.ts'
import { devicesOf } from '#gateway/lib/scenes/devices-of.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { CatalogueEntry } from '#schemas/generated/entities/catalogue-entry.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type { ModelVocabulary } from '#schemas/generated/entities/model-vocabulary.ts'
import type { RuledModel } from '#schemas/generated/entities/ruled-model.ts'
import { device as isDevice } from '#schemas/generated/validate.js'
import type { Home } from '../../homes/home.ts'
import { type Language, languages } from '../../lib/language.ts'
import type { Catalogue } from '../catalogue.ts'
import { fileNameOf } from '../check/model/identity.ts'
import { deviceLike, drawnByRule, type Like } from './by-rule.ts'
import { type Seen, seenByZigbee2mqtt, seenLive, startingFile } from './starting-file.ts'
import { textsOf } from './texts.ts'
import { vocabularyOf } from './vocabulary.ts'

interface StudioParts {
  catalogue: Pick<
    Catalogue,
    'called' | 'entries' | 'tryOut' | 'layoutAs' | 'layoutOf' | 'models' | 'names' | 'rules'
  >
  /** Where the catalogue stands. */
  folder: string
  /** Where the languages stand. */
  locales: string
  /** Every home that is known at present. */
  homes(): Iterable<Pick<Home, 'devices' | 'rules'>>
}

/** One file of a model: its maker's folder, and its name without ending. */
export interface Place {
  maker: string
  entry: string
}

export interface Listing {
  page: number
  limit: number
  searchText?: string
  type?: string
  /** In which models are named; they are found by their names in every one. */
  language: Language
}

export interface Checked {
  problems: CatalogueProblem[]
  /** A device of the model, as it would be drawn; undefined while something is wrong. */
  device?: Device
  layout?: DeviceLayout
  /** How much of what is there now the entry is about: rules are those that name one of the devices. */
  touches: { homes: number; devices: number; rules: number }
}

export type Saved =
  | { outcome: 'saved'; version: string }
  | { outcome: 'faulty'; problems: readonly CatalogueProblem[] }
  /** Somebody else has written it since. */
  | { outcome: 'changed' }
  | { outcome: 'read only' }

/** What a description need not say for a model to be drawn. */
const UNNAMED = { id: 'preview', device_name: 'preview', status: 2, networkType: 'virtual' } as const

type Drafted = (Place & { text: string }) | 'nothing described' | 'no such model' | 'known already'

export const versionOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)

const pathOf = ({ maker, entry }: Place): string => `devices/${maker}/${entry}.json`

/** What product staff do with device models: look, check, preview, draft, save. */
export class Studio {
  readonly #parts: StudioParts
  /** One after the other: each looks at what is there before it writes. */
  #writing: Promise<unknown> = Promise.resolve()

  constructor(parts: StudioParts) {
    this.#parts = parts
  }

  list({ page, limit, searchText = '', type, language }: Listing): { data: CatalogueEntry[]; count: number } {
    const { catalogue } = this.#parts
    const words = plainLetters(searchText).split(/\s+/)
    const found = catalogue.entries().flatMap((entry) => {
      const { model } = entry
      const row = rowOf(entry, model && catalogue.called(model, language))
      const names = model ? languages.map((one) => catalogue.called(model, one)) : []
      const said = plainLetters([row.model, ...names, row.manufacturer, row.type, row.maker].join(' '))
      return (type === undefined || row.type === type) && words.every((word) => said.includes(word))
        ? [row]
        : []
    })
    return { data: found.slice((page - 1) * limit, page * limit), count: found.length }
  }

  /** Models that have no file, of which there are devices. */
  listByRule({ page, limit, searchText = '' }: Omit<Listing, 'type' | 'language'>): {
    data: RuledModel[]
    count: number
  } {
    const words = plainLetters(searchText).split(/\s+/)
    const found = drawnByRule(this.#parts).filter(({ id, type }) => {
      const said = plainLetters(`${id} ${type}`)
      return words.every((word) => said.includes(word))
    })
    return { data: found.slice((page - 1) * limit, page * limit), count: found.length }
  }

  vocabulary(): ModelVocabulary {
    const { catalogue } = this.#parts
    return vocabularyOf({ rules: catalogue.rules(), ...catalogue.names() })
  }

  /** undefined: there is no such file. */
  async read(place: Place): Promise<{ text: string; version: string; writable: boolean } | undefined> {
    const text = await this.#textOf(place)
    if (text === undefined) return undefined
    return { text, version: versionOf(text), writable: await this.#writable() }
  }

  check(place: Place, text: string, described?: unknown): Checked {
    const { catalogue } = this.#parts
    const { problems, model } = catalogue.tryOut(pathOf(place), text)
    if (!model || model.abstract)
      return { problems: [...problems], touches: { homes: 0, devices: 0, rules: 0 } }
    const { touches, example } = this.#touchedBy(model)
    const services = (described === undefined ? undefined : this.#seen(described)?.service_list) ?? example
    const device: Device = {
      id: 'preview',
      device_name: model.name ?? model.model,
      class: model.model,
      ...(model.manufacturer !== undefined && { device_manufacturer: model.manufacturer }),
      status: 2,
      networkType: 'virtual',
      service_list: services ?? servicesOf(model),
    }
    return { problems: [...problems], device, layout: catalogue.layoutAs(device, model), touches }
  }

  #has(name: string): boolean {
    return this.#parts.catalogue.models().some(({ model }) => model === name)
  }

  /** Of a model that is drawn by rule, from one of its devices. */
  draftLike(like: Like): Drafted {
    const device = deviceLike(this.#parts, like)
    if (device) return this.draft(device)
    return this.#has(like.model) ? 'known already' : 'no such model'
  }

  draft(described: unknown): Drafted {
    const { catalogue, locales } = this.#parts
    const seen = this.#seen(described)
    if (!seen) return 'nothing described'
    if (this.#has(seen.model)) return 'known already'
    const maker = seen.maker
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 60)
    const model = startingFile(catalogue.rules(), seen, textsOf(locales))
    const file = { $schema: '../../../schemas/definitions/device-model.json', ...model }
    return {
      maker: maker || 'unknown',
      entry: fileNameOf(seen.model).slice(0, -'.json'.length),
      text: fileText(file),
    }
  }

  /** `version`: of the text that was edited; without one, the file must be new. */
  save(place: Place, text: string, version?: string): Promise<Saved> {
    const saving = this.#writing.then(() => this.#save(place, text, version))
    this.#writing = saving.catch(() => undefined)
    return saving
  }

  async #save(place: Place, text: string, version: string | undefined): Promise<Saved> {
    const { problems } = this.#parts.catalogue.tryOut(pathOf(place), text)
    if (problems.length > 0) return { outcome: 'faulty', problems }
    return this.#put(pathOf(place), text, version)
  }

  /** A file of any kind; its text and version, or neither where there is none. */
  async readFile(path: string): Promise<{ text: string; version?: string; writable: boolean }> {
    const text = await this.#textAt(path)
    const writable = await this.#writable()
    return text === undefined ? { text: '', writable } : { text, version: versionOf(text), writable }
  }

  /** Without a text it is taken away. The caller has judged it. */
  putFile(path: string, text: string | undefined, version?: string): Promise<Saved> {
    const saving = this.#writing.then(() => this.#put(path, text, version))
    this.#writing = saving.catch(() => undefined)
    return saving
  }

  async #put(path: string, text: string | undefined, version: string | undefined): Promise<Saved> {
    if (!(await this.#writable())) return { outcome: 'read only' }
    const before = await this.#textAt(path)
    if ((before === undefined ? undefined : versionOf(before)) !== version) return { outcome: 'changed' }
    const file = join(this.#parts.folder, path)
    if (text === undefined) {
      await unlink(file)
      return { outcome: 'saved', version: '' }
    }
    await mkdir(join(file, '..'), { recursive: true })
    // Beside it and then in its place: whoever reads meanwhile reads the old file or the new one, whole.
    const next = await open(`${file}.new`, 'w')
    try {
      await next.writeFile(text)
      await next.sync()
    } finally {
      await next.close()
    }
    await rename(`${file}.new`, file)
    return { outcome: 'saved', version: versionOf(text) }
  }

  /** Devices that this model draws now or would draw, and how one of them describes itself. */
  #touchedBy(model: DeviceModel): {
    touches: Checked['touches']
    example: Device['service_list'] | undefined
  } {
    const { catalogue } = this.#parts
    const others = catalogue.models().filter((other) => other.model !== model.model)
    const matching = new Matching([...others, model])
    let homes = 0
    let devices = 0
    let rules = 0
    let example: Device['service_list'] | undefined
    for (const home of this.#parts.homes()) {
      const touched = home
        .devices()
        .filter(
          (device) =>
            matching.modelOf(device) === model || catalogue.layoutOf(device).layout.model === model.model,
        )
      if (touched.length > 0) homes += 1
      devices += touched.length
      const ids = new Set(touched.map(({ id }) => id))
      rules += home.rules().filter((rule) => [...devicesOf(rule)].some((id) => ids.has(id))).length
      example ??= touched[0]?.service_list
    }
    return { touches: { homes, devices, rules }, example }
  }

  #seen(described: unknown): Seen | undefined {
    const live = described as Partial<Device> | null
    if (Array.isArray(live?.service_list) && typeof live.class === 'string') {
      // Whoever pasted it may have pasted anything.
      const whole: unknown = { ...UNNAMED, ...live }
      return isDevice(whole) ? seenLive(whole as Device) : undefined
    }
    return seenByZigbee2mqtt(described, this.#parts.catalogue.rules())
  }

  #textOf = (place: Place): Promise<string | undefined> => this.#textAt(pathOf(place))

  #textAt = (path: string): Promise<string | undefined> =>
    readFile(join(this.#parts.folder, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
      throw error
    })

  #writable = (): Promise<boolean> =>
    access(join(this.#parts.folder, 'devices'), constants.W_OK).then(
      () => true,
      () => false,
    )
}

function rowOf(
  { path, model, faults }: ReturnType<Catalogue['entries']>[number],
  name: string | undefined,
): CatalogueEntry {
  const [, maker = '', file = ''] = path.split('/')
  const entry = file.slice(0, -'.json'.length)
  if (!model) return { maker, entry, model: entry, faults }
  const { manufacturer, type, icon, hideInInstallationWizard: hidden } = model
  return {
    maker,
    entry,
    model: model.model,
    faults,
    ...(name !== undefined && { name }),
    ...(manufacturer !== undefined && { manufacturer }),
    ...(type !== undefined && { type }),
    ...(icon !== undefined && { icon }),
    ...(hidden !== undefined && { hidden }),
  }
}
