import { useState } from 'react'
import { GatewayChoice, type Way, WaySwitch } from '#engine/choosing/GatewayChoice.tsx'
import { useChosen } from '#engine/choosing/use-chosen.ts'
import {
  type MaintenanceWindow,
  neverOpens,
  WindowFields,
  writtenWindow,
} from '#engine/choosing/WindowFields.tsx'
import { failureText } from '#engine/failure-text.ts'
import type { Source } from '#engine/ports.ts'
import { useQuery } from '#engine/rows.ts'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Notice } from '#ui/Notice.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { emptyDraft, Payload, readDraft } from './payload/Payload.tsx'
import styles from './send.module.css'

/** Days that gateways which are offline are waited for. */
const WAITS = [0, 1, 3, 7] as const

interface Props {
  source: Source
  /** Serial numbers of the gateways that it begins with. */
  gateways: readonly string[]
  onSent(operationId: string): void
  onClose(): void
}

/** A command with its payload, for gateways of one's choice (spec 3 §5). */
export function SendDialog({ source, gateways, onSent, onClose }: Props) {
  const text = useText()
  const { t, say } = text
  const commands = useQuery({
    queryKey: rowsKey('listOperationCommands'),
    queryFn: ({ signal }) => source.load('listOperationCommands', {}, signal),
  })
  const choosing = useChosen(gateways)
  const { devices } = choosing
  const [way, setWay] = useState<Way>(gateways.length > 0 ? 'paste' : 'search')
  const [command, setCommand] = useState('')
  const [draft, setDraft] = useState(emptyDraft)
  const [waitDays, setWaitDays] = useState(0)
  const [window, setWindow] = useState<MaintenanceWindow>()
  const [refused, setRefused] = useState<{ of: string; field?: string; why: string }>()
  const chosen = commands.data?.find((one) => one.command === command)
  const choices = (commands.data ?? [])
    .map((one) => ({ value: one.command, label: say(`commands.title.${one.command}`, one.command) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, tagOf(language())))
  const read = chosen && readDraft(draft, chosen, text)
  // What the server has said is true of what it was told.
  const of = JSON.stringify([command, draft, devices])
  const said = refused?.of === of ? refused : undefined

  const form = useSubmit(async () => {
    if (!read?.ok || devices.length === 0 || neverOpens(window)) return
    setRefused(undefined)
    const answer = await source.call(
      'sendOperation',
      {
        ...{ command, payload: read.value, devices: [...devices], waitDays },
        ...(window && { window: writtenWindow(window) }),
      },
      { told: ['other'] },
    )
    if (answer.ok) return onSent(answer.data._id)
    const why = failureText(answer, text)
    setRefused({ of, why, ...(answer.code === 'COMMAND_PAYLOAD_INVALID' && { field: 'payload' }) })
  })
  const { tried } = form

  return (
    <FormDialog
      full
      title={t('operations.send.title')}
      form={form}
      submit={
        devices.length === 0
          ? t('operations.send.title')
          : t('operations.send.submit', { count: devices.length })
      }
      unready={!commands.data}
      onClose={onClose}
      failure={said && said.field === undefined ? `${t('operations.send.failed')} ${said.why}` : undefined}
    >
      {commands.isPending ? (
        <Skeleton height="12rem" />
      ) : commands.isError ? (
        <ErrorState bare title={t('operations.send.unread')} onRetry={() => void commands.refetch()}>
          {failureText(commands.error, text)}
        </ErrorState>
      ) : (
        <>
          <SelectField
            label={t('operations.send.command')}
            help={chosen && t(chosen.changes ? 'operations.send.changes' : 'operations.send.looks')}
            value={command}
            choices={choices}
            onChange={(next) => {
              setCommand(next)
              setDraft(emptyDraft)
              form.anew()
            }}
            error={tried && command === '' ? t('operations.send.noCommand') : undefined}
          />
          {chosen && (
            <Payload
              command={chosen}
              draft={draft}
              tried={tried}
              refused={said?.field && said.why}
              onChange={setDraft}
            />
          )}
          <fieldset className={styles.part}>
            <legend>{t('choosing.gateways')}</legend>
            <WaySwitch way={way} onWay={setWay} />
            <div className={styles.card}>
              <GatewayChoice way={way} choosing={choosing} />
            </div>
            {tried && devices.length === 0 && (
              <Notice tone="danger" urgent>
                {t('operations.send.noGateways')}
              </Notice>
            )}
          </fieldset>
          <SelectField
            label={t('operations.send.offline')}
            value={String(waitDays)}
            choices={WAITS.map((days) => ({
              value: String(days),
              label:
                days === 0 ? t('operations.send.leftOut') : t('operations.send.waitDays', { count: days }),
            }))}
            onChange={(next) => setWaitDays(Number(next))}
          />
          <WindowFields window={window} onChange={setWindow} />
        </>
      )}
    </FormDialog>
  )
}
