import type { RuleLook } from '#schemas/generated/entities/rule.ts'
import { type IconName, iconNamed } from '#ui/Icon.tsx'
import type { Tone } from '#ui/Tag.tsx'

export type Look = RuleLook

/** Colours that somebody may give a thing: those in which the app says how something fares, so that both themes have them. */
export const TONES: Readonly<Record<Look['colour'], Tone>> = {
  grey: 'plain',
  teal: 'primary',
  blue: 'info',
  violet: 'automation',
  green: 'ok',
  yellow: 'lit',
  orange: 'warn',
  red: 'danger',
}

/** How a thing is drawn that may have a look of its own. */
export function drawnAs(look: Partial<Look> | undefined, usual: string): { icon: IconName; tone: Tone } {
  return {
    icon: iconNamed(look?.icon ?? usual),
    tone: TONES[look?.colour ?? 'grey'] ?? 'plain',
  }
}
