import { useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { openTwin } from '#session/twin.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { routeOf } from '../definitions.ts'
import styles from '../shell/ViewBanner.module.css'
import { TellDialog } from './TellDialog.tsx'

/** Over every page of a twin: of which gateway it is, that nothing touches that, and the way out (decision 0234). */
export default function TwinBanner() {
  const { t, say } = useText()
  const words = useWords()
  const navigate = useNavigate()
  const twin = useSyncExternalStore(openTwin.subscribe, openTwin.current)
  const phone = usePhone()
  const [asking, setAsking] = useState<'tell' | 'leave'>()
  if (!twin) return null
  const { name, at, snapshotName, unknown } = twin.fork
  const moment = words.moment(Date.parse(at), Date.now(), READER)
  const close = (): void => setAsking(undefined)
  const leave = (): void => twin.leave(routeOf('gate_statistic').replace(':sn', twin.fork.serialNumber))
  // Beside the words it leaves the others one line.
  const out = (
    <Button size="dense" icon={phone ? 'logout' : undefined} only={phone} onClick={() => setAsking('leave')}>
      {t('twin.leave')}
    </Button>
  )
  return (
    <div className={styles.banner} role="status">
      <Icon name="copy" size="small" />
      <p>
        {t('twin.banner', { name })}{' '}
        {snapshotName === undefined
          ? t('twin.since', { at: moment })
          : t('twin.ofBackup', {
              backup: say(`status.backupName.${snapshotName}`, snapshotName),
              at: moment,
            })}
        {unknown.length > 0 && ` ${t('twin.unknown', { count: unknown.length, names: unknown.join(', ') })}`}
      </p>
      {phone && out}
      <Button size="dense" onClick={() => setAsking('tell')}>
        {t('twin.tell.open')}
      </Button>
      <Button size="dense" onClick={() => void navigate(routeOf('twin_changes'))}>
        {t('twin.changes.open')}
      </Button>
      {!phone && out}
      {asking === 'tell' && <TellDialog twin={twin} onClose={close} />}
      {asking === 'leave' && (
        <ConfirmDialog
          title={t('twin.leaving.title')}
          text={t('twin.leaving.text')}
          yes={t('twin.leaving.leave')}
          destroys
          onYes={leave}
          onClose={close}
        />
      )}
    </div>
  )
}
