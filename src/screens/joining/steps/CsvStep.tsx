import { type DragEvent, useState } from 'react'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { useLoad } from '#engine/facts/use-load.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useWizard } from '#engine/screens/wizard/wizard.ts'
import { csvText } from '#gateway/lib/files/csv.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { FileField } from '#ui/fields/FileField.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Tag } from '#ui/Tag.tsx'
import { type CsvRules, type FileFault, fileFault, type ReadRow, readWiseCsv, sentRow } from '../wise-csv.ts'
import styles from './CsvStep.module.css'

const EXAMPLE = 'deviceId,deviceName,deviceType\n0123456789AB,Ventil Nord,VLV100'

interface Chosen {
  name: string
  fault?: FileFault
  rows: readonly ReadRow[]
}

/** spec 2 §5: one CSV file of WISE devices, line by line with what is wrong in it. */
export function CsvStep() {
  const { t, say } = useText()
  const { goOn } = useWizard()
  const { definitions, situation } = useEngine()
  const { heads } = useDevices()
  const [chosen, setChosen] = useState<Chosen>()
  const [over, setOver] = useState(false)
  const loaded = useLoad(
    { operation: 'listInstallable', params: { sn: 'gateway.serialNumber', kind: 'form.kind' } },
    'wise',
    { form: { kind: 'wise' } },
  )
  const models = loaded.state === 'loaded' ? loaded.value.models : undefined

  const rules = (): CsvRules => ({
    largest: numberLimit(definitions, 'wiseCsvSize'),
    mostRows: numberLimit(definitions, 'wiseCsvRows'),
    pattern: situation.settings?.WISE_DEVICE_ID_REGEX,
    longest: situation.settings?.WISE_DEVICE_ID_MAX_LENGTH,
    types: models && new Set(models.map(({ model }) => model)),
    known: new Set(heads.map(({ id }) => id.toUpperCase())),
  })

  async function take(files: readonly File[]): Promise<void> {
    const [file, ...more] = files
    if (!file) return
    const { name } = file
    if (more.length > 0) return setChosen({ name, fault: 'CSV_NOT_VALID', rows: [] })
    const fault = fileFault(file, rules())
    if (fault) return setChosen({ name, fault, rows: [] })
    const read = readWiseCsv(await csvText(file), rules())
    setChosen('fault' in read ? { name, fault: read.fault, rows: [] } : { name, rows: read.rows })
  }

  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void take([...event.dataTransfer.files])
  }

  const rows = chosen?.rows ?? []
  const good = rows.filter(({ fault }) => fault === undefined)
  const wrong = rows.length - good.length

  return (
    <div className={styles.step}>
      {/* Dropping is a second way; the field inside is the first. */}
      <fieldset
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" size="large" />
        <FileField
          label={t('joining.csv.choose')}
          accept=".csv,text/csv"
          onChange={(file) => void take([file])}
        />
        <small>{t('joining.csv.rules')}</small>
      </fieldset>
      {!chosen && (
        <div className={styles.example}>
          <p>{t('joining.csv.example')}</p>
          <pre>{EXAMPLE}</pre>
        </div>
      )}
      {chosen?.fault && (
        <Notice tone="danger" urgent>
          {say(`joining.csv.file.${chosen.fault}`, t('joining.csv.file.CSV_NOT_VALID'))}
        </Notice>
      )}
      {rows.length > 0 && (
        <>
          <p role="status">
            {t('joining.csv.read', { count: good.length, file: chosen?.name ?? '' })}{' '}
            {wrong > 0 && t('joining.csv.wrong', { count: wrong })}
          </p>
          <ul className={styles.rows} aria-label={t('joining.csv.lines')}>
            {rows.map(({ line, deviceId, deviceName, deviceType, fault }) => (
              <li key={line} data-fault={fault}>
                <span className={styles.line}>{line}</span>
                <span className={styles.words}>
                  <strong>{deviceName || '–'}</strong>
                  <small>
                    <code>{deviceId || '–'}</code> · {deviceType || '–'}
                  </small>
                  {fault && <span className={styles.fault}>{t(`joining.csv.row.${fault}`)}</span>}
                </span>
                <Tag tone={fault ? 'danger' : 'ok'} icon={fault ? 'alert' : 'check'}>
                  {t(fault ? 'joining.csv.bad' : 'joining.csv.good')}
                </Tag>
              </li>
            ))}
          </ul>
        </>
      )}
      {good.length > 0 && (
        <div className={styles.ways}>
          <Button look="main" onClick={() => goOn({ type: 'wise', rows: good.map(sentRow) })}>
            {t('joining.csv.goOn', { count: good.length })}
          </Button>
        </div>
      )}
    </div>
  )
}
