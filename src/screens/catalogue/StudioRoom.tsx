import { type ReactNode, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { useMedia } from '#ui/use-media.ts'
import { usePhone } from '#ui/use-phone.ts'
import { Rail } from './rail/Rail.tsx'
import styles from './studio.module.css'

interface Props {
  /** The file that is open. */
  maker?: string
  entry?: string
  children: ReactNode
}

/** From here there is room for the models beside text and preview. */
const ROOMY = '(min-width: 1600px)'

/** The studio takes the whole width (the menu is a rail, look: shell), the models stand beside what is edited. */
export function StudioRoom({ maker, entry, children }: Props) {
  const { t } = useText()
  const isPhone = usePhone()
  const roomy = useMedia(ROOMY)
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? roomy
  return (
    <div className={styles.room} data-rail={isOpen || undefined}>
      <div className={styles.models}>
        <Button
          size="dense"
          look="quiet"
          icon={isOpen ? 'close' : 'table'}
          only={!isOpen && !isPhone}
          aria-expanded={isOpen}
          onClick={() => setChosen(!isOpen)}
        >
          {isOpen ? t('catalogue.rail.close') : t('catalogue.rail.open')}
        </Button>
        {isOpen && <Rail {...(maker !== undefined && { maker })} {...(entry !== undefined && { entry })} />}
      </div>
      <div className={styles.work}>{children}</div>
    </div>
  )
}
