import { useState } from 'react'
import { GatewayChoice, type Way, WaySwitch } from '#engine/choosing/GatewayChoice.tsx'
import type { Choosing } from '#engine/choosing/use-chosen.ts'
import { useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { NumberedCard } from '#ui/page/NumberedCard.tsx'
import { ImportLocations } from './ImportLocations.tsx'

/** Which gateways a bulk operation is for. */
export function Gateways({ choosing }: { choosing: Choosing }) {
  const { t } = useText()
  const [way, setWay] = useState<Way>('filters')
  return (
    <NumberedCard number={1} title={t('choosing.gateways')} aside={<WaySwitch way={way} onWay={setWay} />}>
      <GatewayChoice way={way} choosing={choosing} besideFilters={<ImportButton />} />
    </NumberedCard>
  )
}

function ImportButton() {
  const { t } = useText()
  const { situation } = useEngine()
  const [open, setOpen] = useState(false)
  if (situation.forbidden?.operations.has('importLocationFiles')) return null
  return (
    <>
      <Button size="dense" look="quiet" icon="upload" onClick={() => setOpen(true)}>
        {t('bulk.import.open')}
      </Button>
      {open && <ImportLocations onClose={() => setOpen(false)} />}
    </>
  )
}
