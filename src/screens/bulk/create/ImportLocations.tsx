import { useRef, useState } from 'react'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useQueryClient } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { LocationVerdict } from '#schemas/generated/entities/location-verdict.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { FileField } from '#ui/fields/FileField.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Notice } from '#ui/Notice.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import styles from './create.module.css'

const LISTS = ['centres', 'gateways'] as const
type Files = Partial<Record<(typeof LISTS)[number], File>>
/** Faults that are shown one by one. */
const SHOWN = 6
/** What was asked before is stale once other gateways stand elsewhere. */
const STALE = ['listRegions', 'listStates', 'listCentres', 'filterGateways'] as const

/** Where gateways stand, from two files; both are looked through before either is taken (spec 3 §2). */
export function ImportLocations({ onClose }: { onClose(): void }) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const { source } = usePorts()
  const { definitions } = useEngine()
  const client = useQueryClient()
  const [files, setFiles] = useState<Files>({})
  const [verdict, setVerdict] = useState<LocationVerdict>()
  const [failure, setFailure] = useState<string>()
  const most = numberLimit(definitions, 'locationFilesSize')
  const asked = useRef(0)

  const ask = async ({ centres, gateways }: Files, trial: boolean): Promise<LocationVerdict | undefined> => {
    const turn = ++asked.current
    setFailure(undefined)
    setVerdict(undefined)
    if (!centres || !gateways) return undefined
    if (centres.size + gateways.size > most) {
      setFailure(t('bulk.import.tooLarge', { most: words.number(most / 1000) }))
      return undefined
    }
    const form = { centresFile: centres, gatewaysFile: gateways, ...(trial && { trial }) }
    const answer = await source.call('importLocationFiles', form, { told: ['other'] })
    // Another file was chosen meanwhile: what is said of this one is said of no file that stands there.
    if (turn !== asked.current) return undefined
    if (!answer.ok) {
      setFailure(failureText(answer, text))
      return undefined
    }
    setVerdict(answer.data)
    return answer.data
  }
  const choose = (some: Files): void => {
    const next = { ...files, ...some }
    setFiles(next)
    void ask(next, true)
  }
  const form = useSubmit(async () => {
    const done = await ask(files, false)
    if (!done?.imported) return
    const { centres, gateways } = done
    toasts.show({
      text: t('bulk.import.done', { centres: words.number(centres), gateways: words.number(gateways) }),
    })
    for (const operation of STALE) void client.invalidateQueries({ queryKey: rowsKey(operation) })
    onClose()
  })

  return (
    <FormDialog
      title={t('bulk.import.title')}
      form={form}
      submit={t('bulk.import.submit')}
      unready={verdict === undefined || verdict.faultCount > 0}
      failure={failure}
      onClose={onClose}
    >
      <p>{t('bulk.import.text')}</p>
      {LISTS.map((list) => (
        <div key={list} className={styles.importFile}>
          <FileField
            label={t(`bulk.import.choose.${list}`)}
            accept=".csv,text/csv"
            onChange={(file) => choose({ [list]: file })}
          />
          <p>
            {files[list] ? <strong>{files[list].name}</strong> : t('bulk.import.none')}
            <small>{t(`bulk.import.columns.${list}`)}</small>
          </p>
        </div>
      ))}
      <div role="status">
        {verdict && verdict.faultCount === 0 && (
          <p>
            {t('bulk.import.fine', {
              centres: words.number(verdict.centres),
              gateways: words.number(verdict.gateways),
            })}
          </p>
        )}
        {!verdict && !failure && <p>{t('bulk.import.both')}</p>}
        {verdict && verdict.faultCount > 0 && <Faults verdict={verdict} />}
      </div>
    </FormDialog>
  )
}

function Faults({ verdict: { faults, faultCount } }: { verdict: LocationVerdict }) {
  const { t } = useText()
  const shown = faults.slice(0, SHOWN)
  return (
    <Notice tone="danger">
      <p>{t('bulk.import.faulty', { count: faultCount })}</p>
      <ul className={styles.importFaults}>
        {shown.map(({ list, line, fault, given }) => (
          <li key={`${list} ${line}`}>
            {t(`bulk.import.line.${list}`, { line })} <code>{given}</code> {t(`bulk.import.faults.${fault}`)}
          </li>
        ))}
        {faultCount > shown.length && (
          <li>{t('choosing.moreLines', { count: faultCount - shown.length })}</li>
        )}
      </ul>
    </Notice>
  )
}
