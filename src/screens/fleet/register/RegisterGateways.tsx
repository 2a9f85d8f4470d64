import { useState } from 'react'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { useLoad } from '#engine/facts/use-load.ts'
import { csvText } from '#gateway/lib/files/csv.ts'
import { useText } from '#i18n/useText.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { AnswerOf } from '#schemas/calls.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FileField } from '#ui/fields/FileField.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { LabelCard } from './LabelCard.tsx'
import { Lines } from './Lines.tsx'
import styles from './RegisterGateways.module.css'
import {
  type FileFault,
  faultOf,
  fileFault,
  type Label,
  type LineFault,
  newSecureId,
  readRegistrations,
} from './registrations-csv.ts'
import { usePrinting } from './use-printing.ts'
import { useRegistering } from './use-registering.ts'

/** Serial numbers and secure ids hold nothing that a shell would read otherwise. */
const commandOf = (
  { serialNumber, secureId }: Label,
  { broker, server }: AnswerOf<'readGatewayDoor'>,
): string =>
  `GATEHOUSE_SECURE_ID=${secureId} npm run gateway -- --serial ${serialNumber} --broker ${broker} --server ${server}`

/** What starts the gateway on its machine, ready to be copied. */
function StartCommand({ label }: { label: Label }) {
  const { t } = useText()
  const [copied, setCopied] = useState('')
  const loaded = useLoad({ operation: 'readGatewayDoor' }, 'door', {})
  if (loaded.state !== 'loaded') return null
  const door = loaded.value
  if (door.broker === undefined) return <Notice tone="info">{t('registering.noDoor')}</Notice>
  const command = commandOf(label, door)
  return (
    <Card title={t('registering.command')}>
      <pre className={styles.command}>{command}</pre>
      <div className={styles.ways}>
        <Button
          icon="copy"
          onClick={() => void navigator.clipboard.writeText(command).then(() => setCopied(command))}
        >
          {t(copied === command ? 'registering.copied' : 'registering.copy')}
        </Button>
      </div>
    </Card>
  )
}

const blank = (): Label => ({ serialNumber: '', model: '', secureId: newSecureId(), name: '' })

/** Makes gateways that were built known, one or many, so that whoever holds one can be assigned it. */
export function RegisterGateways() {
  const { t, say } = useText()
  const { lines, put, begin, busy } = useRegistering()
  const [picked, setPicked] = useState<number>()
  const done = lines.filter(({ state }) => state === 'registered')
  const ready = lines.filter(({ fault, state }) => fault === undefined && state === 'new')
  const shown = lines.find(({ line }) => line === picked) ?? done[0] ?? ready[0]
  const sheet = done.length > 0 ? done : shown ? [shown] : []
  const printing = usePrinting()
  const [printed, setPrinted] = useState(0)
  useUnsaved(lines.some(({ state }) => state === 'new' || state === 'busy') || done.length > printed)

  return (
    <>
      <PageHeader
        crumb={{ label: say('screens.gate_select.title'), href: '/gate_select' }}
        title={say('screens.registrations.title')}
        context={t('registering.about')}
        actions={
          ready.length > 0 && (
            <Button look="main" icon="plus" busy={busy} onClick={() => void begin()}>
              {t('registering.begin', { count: ready.length })}
            </Button>
          )
        }
      />
      <div className={styles.page}>
        <div className={styles.column}>
          <ByForm
            onAdd={(label) => {
              put([{ line: 0, ...label }])
            }}
          />
          <ByFile onRead={put} />
          {lines.length > 0 && <Lines lines={lines} onPick={setPicked} picked={shown?.line} />}
        </div>
        {shown && (
          <div className={styles.column}>
            <Card title={t('registering.label')} aside="62 × 29 mm">
              <LabelCard label={shown} />
              <div className={styles.ways}>
                <Button
                  icon="print"
                  onClick={() => {
                    globalThis.print()
                    setPrinted(done.length)
                  }}
                >
                  {t('registering.print', { count: sheet.length })}
                </Button>
              </div>
              <p className={styles.note}>{t('registering.keep')}</p>
            </Card>
            <StartCommand label={shown} />
          </div>
        )}
      </div>
      {printing && (
        <div className={styles.sheet} aria-hidden="true">
          {sheet.map((label) => (
            <LabelCard key={label.serialNumber} label={label} />
          ))}
        </div>
      )}
    </>
  )
}

function ByForm({ onAdd }: { onAdd(label: Label): void }) {
  const { t } = useText()
  const [label, setLabel] = useState(blank)
  const [fault, setFault] = useState<LineFault>()
  useUnsaved(label.serialNumber.trim() !== '' || label.name.trim() !== '')
  const form = useSubmit(() => {
    const given = {
      ...label,
      serialNumber: label.serialNumber.trim().toUpperCase(),
      model: label.model.trim().toUpperCase(),
      name: label.name.trim(),
    }
    const wrong = faultOf(given)
    setFault(wrong)
    if (wrong) return
    onAdd(given)
    setLabel({ ...blank(), model: given.model })
  })
  const field = (name: Exclude<keyof Label, 'licenceKey'>) => (
    <TextField
      label={t(`registering.fields.${name}`)}
      value={label[name]}
      onChange={(value) => setLabel({ ...label, [name]: value })}
      autoComplete="off"
      spellCheck={false}
      maxLength={name === 'name' ? 128 : 64}
      optional={name === 'name'}
      error={fault === name ? t(`registering.faults.${name}`) : undefined}
    />
  )
  return (
    <Card title={t('registering.one')}>
      <form {...form.attributes} className={styles.form}>
        {field('serialNumber')}
        {field('model')}
        {field('secureId')}
        {field('name')}
        <div className={styles.ways}>
          <Button type="submit" icon="plus">
            {t('registering.add')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function ByFile({
  onRead,
}: {
  onRead(lines: Parameters<ReturnType<typeof useRegistering>['put']>[0]): void
}) {
  const { t } = useText()
  const { definitions } = useEngine()
  const [fault, setFault] = useState<FileFault>()

  async function take(file: File): Promise<void> {
    const bounds = {
      largest: numberLimit(definitions, 'registrationsSize'),
      mostRows: numberLimit(definitions, 'registrationsRows'),
    }
    const wrong = fileFault(file, bounds)
    const read = wrong ? { fault: wrong } : readRegistrations(await csvText(file), bounds)
    setFault('fault' in read ? read.fault : undefined)
    if ('lines' in read) onRead(read.lines)
  }

  return (
    <Card title={t('registering.several')}>
      <div className={styles.file}>
        <FileField
          label={t('registering.choose')}
          accept=".csv,text/csv"
          onChange={(file) => void take(file)}
        />
        <p>{t('registering.columns')}</p>
        {fault && (
          <Notice tone="danger" urgent>
            {t(`registering.file.${fault}`, { most: numberLimit(definitions, 'registrationsRows') })}
          </Notice>
        )}
      </div>
    </Card>
  )
}
