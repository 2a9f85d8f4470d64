import { usePorts } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { DashboardCard } from '../rules.ts'

/** What a card is called where it cannot be seen. */
export function useCardNames(): (card: DashboardCard) => string {
  const { say } = useText()
  const { home } = usePorts()
  return ({ kind, title, of = [] }) => {
    if (title) return title
    const [first = ''] = of
    const named =
      home.device(first.split('/')[0] ?? '')?.name ?? home.rooms().find(({ id }) => id === first)?.name
    return named ?? say(`dashboard.kinds.${kind}`, kind)
  }
}
