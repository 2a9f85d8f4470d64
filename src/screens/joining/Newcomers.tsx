import { useDevices } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import { type IconName, iconNamed } from '#ui/Icon.tsx'
import { Badge, Tag, type Tone } from '#ui/Tag.tsx'
import type { Newcomer, Phase } from './joining.ts'
import styles from './Newcomers.module.css'
import { proposedName } from './proposed-name.ts'

const LOOKS: Readonly<Record<Phase, { tone: Tone; icon: IconName }>> = {
  waiting: { tone: 'plain', icon: 'clock' },
  found: { tone: 'info', icon: 'search' },
  interviewing: { tone: 'info', icon: 'refresh' },
  rebooting: { tone: 'warn', icon: 'power' },
  added: { tone: 'ok', icon: 'check' },
  failed: { tone: 'danger', icon: 'alert' },
  cancelled: { tone: 'plain', icon: 'ban' },
}

/** Every device on its way, each with how far it is; several join at once. */
export function Newcomers({
  newcomers,
  named = {},
}: {
  newcomers: readonly Newcomer[]
  /** Names that are known before the devices are. */
  named?: Readonly<Record<string, string>>
}) {
  const text = useText()
  const { t, say } = text
  const { heads } = useDevices()
  if (newcomers.length === 0) return null
  return (
    <ul className={styles.rows} aria-label={t('joining.devices')} aria-live="polite">
      {newcomers.map(({ address, phase, device, code }) => {
        const head = heads.find(({ id }) => id === (device ?? address))
        const { tone, icon } = LOOKS[phase]
        const unnamed = address === '' ? t('joining.unknown') : t('joining.newDevice')
        return (
          <li key={address} className={styles.row}>
            <Badge icon={iconNamed(head?.icon, 'device')} tone={phase === 'added' ? 'primary' : 'plain'} />
            <span className={styles.words}>
              <strong>{head ? proposedName(head, text) : (named[address] ?? unnamed)}</strong>
              <span>
                {phase === 'failed'
                  ? say(`joining.failed.${code ?? ''}`, t('joining.failed.other'))
                  : t(`joining.phaseText.${phase}`)}
              </span>
              {address !== '' && <code>{address}</code>}
            </span>
            <Tag tone={tone} icon={icon}>
              {t(`joining.phase.${phase}`)}
            </Tag>
          </li>
        )
      })}
    </ul>
  )
}
