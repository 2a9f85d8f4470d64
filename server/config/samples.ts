import { ConfigError } from './values.ts'
import { type Environment, secretNames } from './variables.ts'

/** What stands in examples; nobody's secret. */
const SAMPLE = /^(?:change.?me|secret|password|sample|example|test|default|admin|gatehouse|x+|<.*>)$/i

/** Throws when a secret is one that everybody knows. */
export function refuseSamples(environment: Environment): void {
  for (const name of secretNames) {
    const value = environment[name]?.trim()
    if (value && SAMPLE.test(passwordIn(value)))
      throw new ConfigError(name, 'still has the value of an example; choose your own')
  }
}

function passwordIn(value: string): string {
  if (!URL.canParse(value)) return value
  try {
    return decodeURIComponent(new URL(value).password)
  } catch {
    return value
  }
}
