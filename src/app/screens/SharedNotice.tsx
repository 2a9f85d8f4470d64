import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { hoursText } from '#lib/hours.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { HomeReach } from '#schemas/generated/entities/home-reach.ts'
import { Notice } from '#ui/Notice.tsx'
import styles from './SharedNotice.module.css'

interface Props {
  gateway: Gateway | undefined
  reach: HomeReach
}

/** Who shares this home, what of it and when: what is missing on the page is missing on purpose. */
export default function SharedNotice({ gateway, reach }: Props) {
  const { t } = useText()
  const words = useWords()
  const { rooms = [], hours = [], open = true, until, zone } = reach
  const { firstName, lastName, username } = gateway?.owner ?? {}
  const name = [firstName, lastName].filter(Boolean).join(' ') || username
  const parts = [
    name === undefined ? t('sharing.notice.some') : t('sharing.notice.by', { name }),
    rooms.length > 0 ? t('sharing.notice.rooms', { rooms: rooms.join(', ') }) : '',
    hours.length > 0 ? t('sharing.notice.hours', { hours: hoursText(hours, tagOf(language())) }) : '',
    open
      ? ''
      : until === undefined
        ? t('sharing.notice.shut')
        : t('sharing.notice.shutUntil', { time: words.moment(Date.parse(until), Date.now(), zone) }),
  ]
  return (
    <div className={styles.above}>
      <Notice tone={open ? 'info' : 'warn'} icon={open ? 'user' : 'clock'}>
        {parts.filter(Boolean).join(' ')}
      </Notice>
    </div>
  )
}
