import type { Situation } from '#engine/conditions/situation.ts'
import { menuOf } from '../situation/menu.ts'

/**
 * Screen that opens after sign-in: that of the menu's entry which the person has chosen, else the deployment (decision
 * 0140). Undefined where the entry is missing, leads nowhere now, or the person may not open it.
 */
export function startScreen(situation: Situation): string | undefined {
  const chosen = situation.session.startScreen
  const entry = menuOf(situation).find(({ id }) => id === chosen)
  return entry?.way === 'open' ? entry.screen : undefined
}
