import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import type { DefinitionSchemas } from './check/schemas.ts'
import type { SourceFile } from './check/source-file.ts'
import type { FoundFile } from './files.ts'
import { judge, type ReadModel } from './library.ts'
import { read } from './read.ts'

/** catalogue/rules/<name>.json and the schema of each. */
export const RULE_FILES = {
  exposes: { path: 'rules/exposes.json', schema: 'rules-exposes' },
  units: { path: 'rules/units.json', schema: 'rules-units' },
  values: { path: 'rules/values.json', schema: 'rules-values' },
  layout: { path: 'rules/layout.json', schema: 'rules-layout' },
  propertyTypes: { path: 'rules/property-types.json', schema: 'rules-property-types' },
} as const satisfies Record<keyof CatalogueRules, { path: string; schema: string }>

/** Other rules are built into server and app: a file that says otherwise changes nothing. */
export const isEffective = (path: string): boolean =>
  !path.startsWith('rules/') || Object.values(RULE_FILES).some((file) => file.path === path)

/** What holds while the files are missing or have never been good: every property is shown as a reading. */
export const NO_RULES: CatalogueRules = {
  exposes: {
    exposes: {},
    compounds: {},
    prefixes: [],
    others: {
      config: 'ConfigurationService',
      diagnostic: 'DiagnosticsService',
      writable: 'ConfigurationService',
      readable: 'SensorService',
    },
  },
  units: { units: {} },
  values: { pairs: [] },
  layout: {
    types: [],
    switches: [],
    header: [],
    control: [],
    footer: [],
    lit: [],
    battery: [],
    panels: [],
    quiet: [],
    neverActionable: [],
    stepHistory: [],
  },
  propertyTypes: { types: { serviceWithUnit: { placeable: true, size: [1, 1], tile: 'reading' } } },
}

interface Held {
  stamp: string
  problems: readonly CatalogueProblem[]
  /** Last version that its schema accepted. */
  read?: { source: SourceFile; value: unknown }
  /** Last version that also made sense among the others. */
  live?: DeviceModel
}

type Taken = FoundFile & { text: string | undefined }

/** An entry as staff see it: where it stands, and what of it is in use. */
export interface Entry {
  /** Path from the catalogue's folder. */
  path: string
  /** With its templates applied; undefined while no version of it was good. */
  model: DeviceModel | undefined
  /** How many things are wrong in the file as it stands. */
  faults: number
}

/** The files of the catalogue, each in its last good version. */
export class ModelFiles {
  readonly #schemas: DefinitionSchemas
  readonly #name: string
  readonly #held = new Map<string, Held>()
  #icons: { text: string | undefined; drawn: ReadonlyMap<string, string> | undefined } = {
    text: undefined,
    drawn: undefined,
  }
  #rules: CatalogueRules = NO_RULES
  #models: readonly DeviceModel[] = []
  #problems: readonly CatalogueProblem[] = []

  /** `name` is what reports call the folder. */
  constructor(schemas: DefinitionSchemas, name: string) {
    this.#schemas = schemas
    this.#name = name
  }

  models = (): readonly DeviceModel[] => this.#models
  rules = (): CatalogueRules => this.#rules
  problems = (): readonly CatalogueProblem[] => this.#problems

  /** Every device model, in the order of the files; templates are none. */
  entries(): Entry[] {
    return [...this.#held]
      .filter(([path]) => path.startsWith('devices/'))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, { live }]) => ({
        path,
        model: live,
        faults: this.#problems.filter(({ file }) => file === this.#called(path)).length,
      }))
  }

  /** What would be wrong with a text as the content of a file, among all others as they are; and the model that it makes. */
  tryOut(path: string, text: string): { problems: readonly CatalogueProblem[]; model?: DeviceModel } {
    const file = this.#called(path)
    const tried = read<DeviceModel>(this.#schemas, 'device-model', file, text)
    if (tried.value === undefined) return { problems: tried.problems }
    const others = this.#modelsRead().filter(({ source }) => source.file !== file)
    // Last: of two that claim the same, the one that is being written is at fault.
    const { good, problems } = judge([...others, { source: tried.source, model: tried.value }], this.#sense())
    const model = good.get(file)
    return { problems: problems.filter((problem) => problem.file === file), ...(model && { model }) }
  }

  /** Everything that an entry may extend, and the icons that it may name. */
  names = (): { entries: readonly DeviceModel[]; icons: ReadonlySet<string> | undefined } => ({
    entries: this.#modelsRead().map(({ model }) => model),
    icons: this.#iconNames(),
  })

  /** Every icon that is drawn, by its name. */
  icons = (): ReadonlyMap<string, string> => this.#icons.drawn ?? new Map()

  #iconNames = (): ReadonlySet<string> | undefined => this.#icons.drawn && new Set(this.#icons.drawn.keys())

  #called = (path: string): string => `${this.#name}/${path}`

  outdated(found: readonly FoundFile[]): FoundFile[] {
    return found.filter(({ path, stamp }) => this.#held.get(path)?.stamp !== stamp)
  }

  /** Takes over what is there now; false when nothing is different. */
  take(found: readonly FoundFile[], changed: readonly Taken[], icons: string | undefined): boolean {
    const there = new Set(found.map(({ path }) => path))
    const gone = [...this.#held.keys()].filter((path) => !there.has(path))
    const sameIcons = icons === this.#icons.text
    if (gone.length === 0 && changed.length === 0 && sameIcons) return false
    for (const path of gone) this.#held.delete(path)
    for (const file of changed) this.#take(file)
    if (!sameIcons) this.#icons = { text: icons, drawn: iconsIn(icons) ?? this.#icons.drawn }
    this.#rules = this.#rulesNow()
    this.#judge()
    return true
  }

  #take({ path, stamp, text }: Taken): void {
    // Gone between two looks: the next one will not find it either.
    if (text === undefined) return
    const before = this.#held.get(path)
    const now = read<unknown>(this.#schemas, schemaOf(path), this.#called(path), text)
    const good = now.value === undefined ? before?.read : { source: now.source, value: now.value }
    this.#held.set(path, { ...before, stamp, problems: now.problems, ...(good && { read: good }) })
  }

  #rulesNow(): CatalogueRules {
    const rule = <K extends keyof CatalogueRules>(name: K): CatalogueRules[K] =>
      (this.#held.get(RULE_FILES[name].path)?.read?.value ?? NO_RULES[name]) as CatalogueRules[K]
    return {
      exposes: rule('exposes'),
      units: rule('units'),
      values: rule('values'),
      layout: rule('layout'),
      propertyTypes: rule('propertyTypes'),
    }
  }

  #sense = () => ({ rules: this.#rules, icons: this.#iconNames() })

  #heldModels = () => [...this.#held].filter(([path]) => !path.startsWith('rules/'))

  #modelsRead = (): ReadModel[] =>
    this.#heldModels().flatMap(([, { read: good }]) =>
      good ? [{ source: good.source, model: good.value as DeviceModel }] : [],
    )

  #judge(): void {
    const held = this.#heldModels()
    const { good, problems } = judge(this.#modelsRead(), this.#sense())
    for (const [, entry] of held) {
      const live = entry.read && good.get(entry.read.source.file)
      if (live) entry.live = live
    }
    // A file that can't be read now is reported for that, not for what its last good version lacks.
    const unread = new Set(
      [...this.#held.values()].flatMap((entry) => entry.problems.map(({ file }) => file)),
    )
    this.#problems = [
      ...[...this.#held.values()].flatMap((entry) => entry.problems),
      ...problems.filter(({ file }) => !unread.has(file)),
    ]
    this.#models = held.flatMap(([, { live }]) => (live && !live.abstract ? [live] : []))
  }
}

/** devices/… and templates/… hold models; rules/layout.json is checked by definitions/rules-layout.json. */
const schemaOf = (path: string): string =>
  path.startsWith('rules/') ? `rules-${path.slice('rules/'.length, -'.json'.length)}` : 'device-model'

function iconsIn(text: string | undefined): ReadonlyMap<string, string> | undefined {
  try {
    const parsed: unknown = JSON.parse(text ?? '')
    return typeof parsed === 'object' && parsed !== null
      ? new Map(Object.entries(parsed as Readonly<Record<string, string>>))
      : undefined
  } catch {
    return undefined
  }
}
