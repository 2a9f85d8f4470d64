import type { Events } from '#schemas/generated/channel.ts'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import type { Became, Kept, Move } from '../history/move.ts'
import type { ObjectHistory } from '../history/object-history.ts'
import type { WriteBehindStore } from '../store/write-behind-store.ts'
import { type RuleBook, RuleEdit, sceneIn, scenesOf } from './rule-edit.ts'

interface Parts {
  storage: Pick<WriteBehindStore, 'later'>
  history: ObjectHistory
  emit(event: string, data: unknown): void
  /** A rule as it is to be stored: with the names that things have now, for when they are gone. */
  stored(rule: Rule): Rule
}

type Scene = ReturnType<typeof sceneIn>

const EMPTY: RuleBook = { rules: new Map(), loose: new Map() }

/** The rules of a home as they are stored. Changes follow one another, each stored before it is true. */
export class RuleStore {
  readonly #parts: Parts
  readonly #listeners = new Set<() => void>()
  #book: RuleBook = EMPTY
  /** From the first change on, the rules that a home came with are its own, and stored. */
  #unstored: readonly Rule[] = []

  constructor(parts: Parts) {
    this.#parts = parts
  }

  open(stored: ReadonlyMap<string, unknown>, shipped: readonly Rule[]): void {
    const known = valuesOf(stored, 'rule/', isRule)
    const rules = known.filter(({ draft }) => !draft)
    // What a builder had begun when the gateway stopped: a page that still has it saves it anew.
    for (const { id, draft } of known) if (draft) this.#parts.storage.later(`rule/${id}`, () => undefined)
    const loose = valuesOf(stored, 'scene/', isScene)
    this.#unstored = stored.has('rules') ? [] : shipped
    this.#book = {
      rules: byId([...this.#unstored.map((rule) => ({ version: 1, ...rule })), ...rules]),
      loose: byId(loose),
    }
  }

  all(): readonly Rule[] {
    return [...this.#book.rules.values()]
  }

  get(id: string): Rule | undefined {
    return this.#book.rules.get(id)
  }

  /** When it last became what it is; undefined for what the home came with. */
  changedAt(id: string): number | undefined {
    return this.#parts.history.of('rule', id)[0]?.at
  }

  scene(id: string): Scene {
    return sceneIn(this.#book, id)
  }

  /** Hears after every change of any rule. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** `work` throws what is wrong with the change; then nothing is changed. */
  edit<T>(userId: string | undefined, work: (edit: RuleEdit) => T): Promise<T> {
    const { history } = this.#parts
    return history.inTurn(async () => {
      const edit = new RuleEdit(this.#book)
      const result = work(edit)
      await history.store([this.becoming(edit.book)], { userId })
      return result
    })
  }

  get book(): RuleBook {
    return this.#book
  }

  /** What it takes to have these rules. Within the turn of objects only. */
  becoming(wanted: RuleBook): Move {
    const before = this.#book
    const put = [...wanted.rules.values()]
      .filter((rule) => before.rules.get(rule.id) !== rule)
      .map(this.#parts.stored)
      .filter((rule) => !isSame(rule, before.rules.get(rule.id)))
      .map((rule) => ({ ...rule, version: this.#versionAfter(rule.id) }))
    const gone = [...before.rules.values()].filter(({ id }) => !wanted.rules.has(id))
    const kept = [...wanted.rules.keys()].flatMap((id) => before.rules.get(id) ?? [])
    const after: RuleBook = { rules: byId([...kept, ...put]), loose: wanted.loose }
    const became = (rule: Rule, more: Partial<Became> = {}): readonly Became[] => {
      const old = before.rules.get(rule.id)
      const { id, version } = rule
      // What a builder has begun has no history before somebody names it.
      if (rule.draft) return []
      return [
        {
          kind: 'rule',
          id,
          version,
          ...keptOf(rule),
          was: old && !old.draft ? keptOf(old) : undefined,
          ...more,
        },
      ]
    }
    return {
      became: [
        ...put.flatMap((rule) => became(rule)),
        ...gone.flatMap((rule) => became({ ...rule, version: this.#versionAfter(rule.id) }, { gone: true })),
      ],
      entries: new Map<string, unknown>([
        ['rules', true],
        ...this.#unstored.map((rule): [string, unknown] => [`rule/${rule.id}`, rule]),
        ...put.map((rule): [string, unknown] => [`rule/${rule.id}`, rule]),
        ...gone.map(({ id }): [string, unknown] => [`rule/${id}`, undefined]),
        ...[...new Set([...before.loose.keys(), ...after.loose.keys()])]
          .filter((id) => before.loose.get(id) !== after.loose.get(id))
          .map((id): [string, unknown] => [`scene/${id}`, after.loose.get(id)]),
      ]),
      commit: ({ userId }) => {
        this.#unstored = []
        this.#book = after
        for (const news of newsOf(before, after)) this.#parts.emit('scenario_changed', by(news, userId))
        for (const listener of this.#listeners) listener()
      },
    }
  }

  #versionAfter(id: string): number {
    return Math.max(this.#book.rules.get(id)?.version ?? 0, this.#parts.history.next('rule', id) - 1) + 1
  }
}

type News = Events['scenario_changed']

const by = (news: News, userId: string | undefined): News =>
  userId === undefined ? news : { ...news, user_id: userId }

/** What clients are told of a change: its rules, then its action sets (spec 2 §4). */
function newsOf(before: RuleBook, after: RuleBook): News[] {
  const put = [...after.rules.values()].filter((rule) => before.rules.get(rule.id) !== rule)
  const gone = [...before.rules.values()].filter(({ id }) => !after.rules.has(id))
  const [old, now] = [scenesIn(before), scenesIn(after)]
  const changed = [...now].filter(([id, { scene }]) => ordered(old.get(id)?.scene) !== ordered(scene))
  const lost = [...old].filter(([id]) => !now.has(id))
  return [
    ...put.map(({ id, name, version }) => ({
      change_type: before.rules.has(id) ? ('rule_updated' as const) : ('rule_created' as const),
      rule_id: id,
      name,
      ...(version !== undefined && { version }),
    })),
    ...gone.map(({ id, name }) => ({ change_type: 'rule_deleted' as const, rule_id: id, name })),
    ...changed.map(([scene_id, { scene, rule }]) => ({
      change_type: old.has(scene_id) ? ('scene_updated' as const) : ('scene_created' as const),
      scene_id,
      name: scene.name,
      ...rule,
    })),
    ...lost.map(([scene_id, { scene, rule }]) => ({
      change_type: 'scene_deleted' as const,
      scene_id,
      name: scene.name,
      ...rule,
    })),
  ]
}

const keptOf = (rule: Rule): Kept => ({
  name: rule.name,
  value: { ...rule },
})

function scenesIn({ rules, loose }: RuleBook): Map<string, { scene: ActionSet; rule: { rule_id?: string } }> {
  return new Map([
    ...[...loose.values()].map((scene) => [scene.id, { scene, rule: {} }] as const),
    ...[...rules.values()].flatMap((rule) =>
      scenesOf(rule).map((scene) => [scene.id, { scene, rule: { rule_id: rule.id } }] as const),
    ),
  ])
}

const byId = <T extends { id: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.id, one]))

function valuesOf<T>(
  stored: ReadonlyMap<string, unknown>,
  prefix: string,
  is: (value: unknown) => value is T,
): T[] {
  return [...stored].flatMap(([key, value]) => (key.startsWith(prefix) && is(value) ? [value] : []))
}

const isRule = (value: unknown): value is Rule =>
  typeof value === 'object' && value !== null && 'id' in value && 'rule_logic' in value

const isScene = (value: unknown): value is ActionSet =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value

/** Whether a change would change nothing, apart from the version that counts changes. */
const isSame = (rule: Rule, old: Rule | undefined): boolean =>
  old !== undefined && ordered({ ...rule, version: 0 }) === ordered({ ...old, version: 0 })

/** JSON in which the order of the fields says nothing; what is empty is as good as missing. */
const ordered = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(
          Object.entries(one)
            .filter(([, field]) => !(Array.isArray(field) && field.length === 0))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : one,
  )
