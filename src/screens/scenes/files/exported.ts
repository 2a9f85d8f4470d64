import { fileText, isRecord, readFile } from '#engine/objects/file.ts'
import { askedStatuses } from '#gateway/lib/scenes/conditions.ts'
import { recipientStatuses } from '#gateway/lib/scenes/recipients.ts'
import { type Said, toldValues, withSaid } from '#gateway/lib/scenes/texts.ts'
import { download } from '#lib/download.ts'
import type { Commands, Rule, ScenarioStatus } from '#schemas/generated/channel.ts'

export type Imported = Commands['import_objects']['params']

/** What stands in a file before its contents, so that another file is known as another. */
const KIND = 'gatehouse.scenes'

/** People of a home are nobody elsewhere: the owner is told instead where nobody else is left (decision 0247). */
const withoutPeople = (rule: Rule): Rule => ({
  ...rule,
  ...(rule.scenes && {
    scenes: rule.scenes.map((set) => ({
      ...set,
      ...withSaid(set, forAnybody),
    })),
  }),
})

function forAnybody<S extends Said>(message: S): S {
  if (!message.recipients) return message
  const others = message.recipients.filter(({ kind }) => kind !== 'person')
  return { ...message, recipients: others.length > 0 ? others : [{ kind: 'owner' }] }
}

/** Statuses that these rules wait for, ask about, set or tell: without them the rules would be of no use elsewhere. */
function statusesOf(rules: readonly Rule[], statuses: readonly ScenarioStatus[]): ScenarioStatus[] {
  const named = new Set(
    rules.flatMap((rule) =>
      [
        ...(rule.statuses ?? []),
        ...askedStatuses(rule),
        ...(rule.scenes ?? []).flatMap((scene) => scene.statuses ?? []),
        ...toldValues(rule).flatMap((one) => (one.kind === 'status' ? [one] : [])),
        ...recipientStatuses(rule),
      ].map(({ resource_id }) => resource_id),
    ),
  )
  return statuses
    .filter(({ resource_id }) => named.has(resource_id))
    .map(({ resource_id, name, icon, group, state }) => ({
      ...{ resource_id, name, icon, state },
      ...(group !== undefined && { group }),
    }))
}

/** A rule with those that it waits for, runs or switches, and theirs: without them it would do less elsewhere. */
export function withThoseItRuns(rules: readonly Rule[], id: string): readonly Rule[] {
  const taken = new Set<Rule>()
  const take = (wanted: string): void => {
    const rule = rules.find((one) => one.id === wanted)
    if (!rule || taken.has(rule)) return
    taken.add(rule)
    for (const { rule_id } of rule.run_triggers ?? []) take(rule_id)
    for (const { rules: others = [] } of rule.scenes ?? []) for (const { rule_id } of others) take(rule_id)
  }
  take(id)
  return [...taken]
}

export function exportText(rules: readonly Rule[], statuses: readonly ScenarioStatus[]): string {
  const whole = rules.filter(({ draft }) => !draft).map(withoutPeople)
  const file: Imported = { statuses: statusesOf(whole, statuses), rules: whole }
  return fileText(KIND, file)
}

/** Letters and figures that every file system takes. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()

/** Hands rules to the browser as a file; `name` of the one rule. */
export function exportFile(
  rules: readonly Rule[],
  statuses: readonly ScenarioStatus[],
  name: string | undefined,
): void {
  download(`${plain(name ?? '') || 'scenes'}.json`, exportText(rules, statuses))
}

const named = (value: unknown, id: string): boolean =>
  isRecord(value) && typeof value[id] === 'string' && typeof value.name === 'string'

/** What a file holds; undefined when it is none of ours. The gateway judges every single thing again. */
export function readExport(text: string): Imported | undefined {
  const file = readFile(text)
  if (file?.kind !== KIND) return undefined
  const { rules = [], statuses = [] } = file
  if (!Array.isArray(rules) || !Array.isArray(statuses)) return undefined
  if (!rules.every((rule) => named(rule, 'id'))) return undefined
  if (!statuses.every((status) => named(status, 'resource_id'))) return undefined
  return { rules: rules as Rule[], statuses: statuses as ScenarioStatus[] }
}

export interface Change {
  kind: 'rule' | 'status'
  id: string
  name: string
  does: 'create' | 'change' | 'nothing'
}

const bare = ({ version: _version, ...rest }: Rule): Partial<Rule> => rest

/** JSON whose order of fields says nothing. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  )

/** What an import would do, thing by thing. */
export function changesOf(
  { rules = [], statuses = [] }: Imported,
  known: { rules: readonly Rule[]; statuses: readonly ScenarioStatus[] },
): readonly Change[] {
  const does = <T>(next: T, before: T | undefined, part: (one: T) => unknown): Change['does'] =>
    before === undefined ? 'create' : canonical(part(next)) === canonical(part(before)) ? 'nothing' : 'change'
  return [
    ...statuses.map((status) => ({
      kind: 'status' as const,
      id: status.resource_id,
      name: status.name,
      does: does(
        status,
        known.statuses.find(({ resource_id }) => resource_id === status.resource_id),
        ({ name, icon, group }) => ({ name, icon, group }),
      ),
    })),
    ...rules.map((rule) => ({
      kind: 'rule' as const,
      id: rule.id,
      name: rule.name,
      does: does(
        rule,
        known.rules.find(({ id }) => id === rule.id),
        bare,
      ),
    })),
  ]
}
