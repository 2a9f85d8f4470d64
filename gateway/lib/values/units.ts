import type { UnitRule, UnitRules } from '#schemas/generated/definitions/rules-units.ts'

interface KnownUnit {
  unit: string
  rule: UnitRule
}

const tables = new WeakMap<UnitRules, ReadonlyMap<string, KnownUnit>>()

function tableOf(rules: UnitRules): ReadonlyMap<string, KnownUnit> {
  const known = tables.get(rules)
  if (known) return known
  const table = new Map<string, KnownUnit>()
  for (const [unit, rule] of Object.entries(rules.units)) {
    for (const name of [unit, ...rule.also]) table.set(name.trim(), { unit, rule })
  }
  tables.set(rules, table)
  return table
}

/** A unit as we write it: `sec`, `Sec`, `seconds` → `s`; an unknown one stays as it is, one that says nothing is left out. */
export function unitOf(rules: UnitRules, unit: string | undefined): string | undefined {
  if (!unit?.trim()) return undefined
  const known = tableOf(rules).get(unit.trim())
  return known ? (known.rule.hidden ? undefined : known.unit) : unit.trim()
}

/** Digits after the point that suit a unit. */
export const precisionOf = (rules: UnitRules, unit: string | undefined): number | undefined =>
  unit === undefined ? undefined : tableOf(rules).get(unit.trim())?.rule.precision

/** Whether a figure with this unit needs two columns. */
export const isWide = (rules: UnitRules, unit: string | undefined): boolean =>
  unit !== undefined && tableOf(rules).get(unit)?.rule.wide === true
