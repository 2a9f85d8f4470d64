import { useState } from 'react'
import { AlertDialog } from '#engine/actions/AlertDialog.tsx'
import { failureText } from '#engine/failure-text.ts'
import type { Refused } from '#engine/ports.ts'
import { useLink } from '#engine/property/state/useHome.ts'
import { useWizard } from '#engine/screens/wizard/wizard.ts'
import { type Text, useText } from '#i18n/useText.ts'
import type { WiseRow } from '#schemas/generated/entities/wise-row.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { arrived, type Joining } from '../joining.ts'
import { NetworkTimer } from '../NetworkTimer.tsx'
import { Newcomers } from '../Newcomers.tsx'
import { useJoining } from '../use-joining.ts'
import styles from './IncludeStep.module.css'

/** spec 2 §8: assigned already, by its code or by its message. */
const isAssigned = ({ code, message }: { code?: string; message?: string }): boolean =>
  code === '705' || message === 'Device already exists'

const someoneIsAssigned = ({ newcomers }: Joining): boolean => newcomers.some(isAssigned)

/** The network is open: devices appear as they join. */
export function IncludeStep() {
  const text = useText()
  const { t, say } = text
  const { form, goOn, back } = useWizard()
  const { state: link } = useLink()
  const expected = Array.isArray(form.rows) ? (form.rows as WiseRow[]) : []
  const { joining, refused, again, close } = useJoining(expected.length > 0)
  const [warned, setWarned] = useState(0)
  const there = arrived(joining)
  const { network } = joining
  const assigned = (refused !== undefined && isAssigned(refused)) || someoneIsAssigned(joining)
  const occasions = assigned ? joining.newcomers.filter(isAssigned).length + (refused ? 1 : 0) : 0
  const help = typeof form.help === 'string' ? say(`help.${form.help}`) : ''
  const reboots = joining.newcomers.some(({ phase }) => phase === 'rebooting')
  const failures = joining.newcomers.filter(({ phase }) => phase === 'failed').length

  return (
    <div className={styles.step}>
      {link !== 'live' && link !== 'connecting' && <Notice tone="warn">{t('joining.cut')}</Notice>}
      {refused ? (
        <Notice tone="danger" urgent>
          {whyRefused(refused, text)}
        </Notice>
      ) : (
        <NetworkTimer joining={joining} />
      )}
      {network === 'open' && there.length === 0 && (
        <div className={styles.howTo}>
          <p>{t(`joining.howTo.${howToOf(form.type)}`)}</p>
          {help && <p>{help}</p>}
        </div>
      )}
      {reboots && <Notice tone="info">{t('joining.restarts')}</Notice>}
      {failures > 0 && (
        <Notice tone="danger" urgent>
          {t('joining.addingFailed')}
          {network === 'open' && ` ${t('joining.searchGoesOn')}`}
        </Notice>
      )}
      {expected.length > 0 && (
        <p role="status">
          {t('joining.progress', { done: there.length, all: expected.length })}
          {failures > 0 && ` ${t('joining.progressFailed', { count: failures })}`}
          {network === 'open' && ` ${t('joining.goesOn')}`}
        </p>
      )}
      <Newcomers newcomers={joining.newcomers} named={namesOf(expected)} />
      <div className={styles.ways}>
        {back && there.length === 0 && (
          <Button
            onClick={() => {
              if (expected.length > 0 && network === 'open') close()
              back()
            }}
          >
            {t('engine.wizard.back')}
          </Button>
        )}
        {network === 'open' && !refused && <Button onClick={close}>{t('joining.stop')}</Button>}
        {(network === 'closed' || refused) && (
          <Button icon="refresh" onClick={again}>
            {t('joining.again')}
          </Button>
        )}
        {there.length > 0 && (
          <Button look="main" onClick={() => goOn({ devices: there })}>
            {t('joining.goOn', { count: there.length })}
          </Button>
        )}
      </div>
      {occasions > warned && <AlertDialog name="deviceAssigned" onClose={() => setWarned(occasions)} />}
    </div>
  )
}

const namesOf = (rows: readonly WiseRow[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ deviceId, deviceName }) => [deviceId, deviceName]))

const HOW_TO = ['zigbee', 'zwave', 'wise', 'ip', 'media', 'remote'] as const

const howToOf = (type: unknown): (typeof HOW_TO)[number] => HOW_TO.find((one) => one === type) ?? 'zigbee'

/** What the gateway said of it, in our words where we have some. */
const whyRefused = (refused: Refused, text: Text): string =>
  isAssigned(refused)
    ? text.say('notices.deviceAssigned.text')
    : failureText(refused, text, (told) => `joining.refusal.${told}`)
