import type { Rules } from '#gateway/lib/rules.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import type { DefinitionSchemas } from './check/schemas.ts'
import type { SourceFile } from './check/source-file.ts'
import type { FoundFile } from './files.ts'
import { judge, type ReadModel } from './library.ts'
import { read } from './read.ts'
import { NO_RULES, RULE_FILES } from './rules-files.ts'

interface Held {
  stamp: string
  problems: readonly CatalogueProblem[]
  /** Last version that its schema accepted. */
  read?: { source: SourceFile; value: unknown }
  /** Last version that also made sense among the others. */
  live?: DeviceModel
}

type Taken = FoundFile & { text: string | undefined }

/** The files of the catalogue, each in its last good version. */
export class Shelf {
  readonly #schemas: DefinitionSchemas
  readonly #name: string
  readonly #held = new Map<string, Held>()
  #icons: { text: string | undefined; names: ReadonlySet<string> | undefined } = {
    text: undefined,
    names: undefined,
  }
  #rules: Rules = NO_RULES
  #models: readonly DeviceModel[] = []
  #problems: readonly CatalogueProblem[] = []

  /** `name` is what reports call the folder. */
  constructor(schemas: DefinitionSchemas, name: string) {
    this.#schemas = schemas
    this.#name = name
  }

  models = (): readonly DeviceModel[] => this.#models
  rules = (): Rules => this.#rules
  problems = (): readonly CatalogueProblem[] => this.#problems

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
    if (!sameIcons) this.#icons = { text: icons, names: namesIn(icons) ?? this.#icons.names }
    this.#rules = this.#rulesNow()
    this.#judge()
    return true
  }

  #take({ path, stamp, text }: Taken): void {
    // Gone between two looks: the next one will not find it either.
    if (text === undefined) return
    const before = this.#held.get(path)
    const now = read<unknown>(this.#schemas, schemaOf(path), `${this.#name}/${path}`, text)
    const good = now.value === undefined ? before?.read : { source: now.source, value: now.value }
    this.#held.set(path, { ...before, stamp, problems: now.problems, ...(good && { read: good }) })
  }

  #rulesNow(): Rules {
    const rule = <K extends keyof Rules>(name: K): Rules[K] =>
      (this.#held.get(RULE_FILES[name].path)?.read?.value ?? NO_RULES[name]) as Rules[K]
    return {
      exposes: rule('exposes'),
      units: rule('units'),
      values: rule('values'),
      layout: rule('layout'),
      propertyTypes: rule('propertyTypes'),
    }
  }

  #judge(): void {
    const held = [...this.#held].filter(([path]) => !path.startsWith('rules/'))
    const entries: ReadModel[] = held.flatMap(([, { read: good }]) =>
      good ? [{ source: good.source, model: good.value as DeviceModel }] : [],
    )
    const { good, problems } = judge(entries, { rules: this.#rules, icons: this.#icons.names })
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

function namesIn(icons: string | undefined): ReadonlySet<string> | undefined {
  try {
    const parsed: unknown = JSON.parse(icons ?? '')
    return typeof parsed === 'object' && parsed !== null ? new Set(Object.keys(parsed)) : undefined
  } catch {
    return undefined
  }
}
