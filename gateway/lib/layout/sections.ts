import type { Section } from '#schemas/generated/definitions/placement.ts'
import { type CatalogueRules, exactRuleOf, ruleOf } from '../models/catalogue-rules.ts'
import { writable } from '../values/value-kinds.ts'
import type { DescribedProperty } from './described.ts'

export const SECTIONS: readonly Section[] = [
  'control',
  'sensory',
  'configuration',
  'moreInfo',
  'externalLinks',
]

/** The section of a property that nobody placed: by rule, by category, by what one can do with it. */
export function sectionOf(rules: CatalogueRules, { service, property, value }: DescribedProperty): Section {
  const { exposes } = rules
  const own = exactRuleOf(rules, service, property)?.section
  if (own) return own
  if (value.category === 'config') return 'configuration'
  if (value.category === 'diagnostic' || service === exposes.others.diagnostic) return 'moreInfo'
  const prefixed = exposes.prefixes.find(
    (rule) => rule.service === service && property.startsWith(rule.prefix),
  )?.section
  if (prefixed) return prefixed
  const alike = ruleOf(rules, service, property)?.section
  if (alike) return alike
  if (service === exposes.others.config || service === exposes.others.writable) return 'configuration'
  return writable(value) ? 'control' : 'sensory'
}
