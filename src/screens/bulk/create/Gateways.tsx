import { useState } from 'react'
import { GatewayChoice, type Way, WaySwitch } from '#engine/choosing/GatewayChoice.tsx'
import type { Choosing } from '#engine/choosing/use-chosen.ts'
import { useText } from '#i18n/useText.ts'
import { NumberedCard } from '#ui/page/NumberedCard.tsx'

/** Which gateways a bulk operation is for. */
export function Gateways({ choosing }: { choosing: Choosing }) {
  const { t } = useText()
  const [way, setWay] = useState<Way>('filters')
  return (
    <NumberedCard number={1} title={t('choosing.gateways')} aside={<WaySwitch way={way} onWay={setWay} />}>
      <GatewayChoice way={way} choosing={choosing} />
    </NumberedCard>
  )
}
