import { hindranceOf } from '#engine/cells/gateway-state.ts'
import type { Situation } from '#engine/conditions/situation.ts'
import type { Text } from '#i18n/useText.ts'
import type { Way } from './ways.ts'

/** Why a way is closed now, wherever it is offered; undefined where it is open. */
export function whyNot(way: Way, { gateway, session }: Situation, { t, say }: Text): string | undefined {
  if (way === 'open') return undefined
  const hindrance = way === 'off' ? hindranceOf(gateway, session.id) : undefined
  return hindrance === undefined ? t('engine.forbidden') : say(`shell.disabled.${hindrance}`)
}
