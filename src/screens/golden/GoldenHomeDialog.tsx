import { useState } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { BulkGateway } from '#schemas/generated/entities/bulk-gateway.ts'
import type { GoldenHome } from '#schemas/generated/entities/golden-home.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { FileField } from '#ui/fields/FileField.tsx'
import { PasswordField, SearchField, TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Segments } from '#ui/menu/Segments.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Lamp } from '#ui/Tag.tsx'
import styles from './golden.module.css'

const WAYS = ['gateway', 'file'] as const
type Way = (typeof WAYS)[number]

interface ChosenFile {
  file: File
  passphrase: string
  /** It is encrypted. */
  locked: boolean
}

/** What says that a file wants its passphrase, and that this is not it. */
const LOCKED: readonly string[] = ['BACKUP_PASSPHRASE_NEEDED', 'BACKUP_PASSPHRASE_WRONG']
const FOUND = 8
const MOST_GROUPS = 1000

interface Props {
  /** Of this one another model is chosen; without it, a new one is made. */
  golden?: GoldenHome
  onDone(golden: GoldenHome): void
  onClose(): void
}

/** Which home is the model, and for whom. */
export function GoldenHomeDialog({ golden, onDone, onClose }: Props) {
  const text = useText()
  const { t } = text
  const { source } = usePorts()
  const [name, setName] = useState('')
  const [chosenGroup, setGroup] = useState('')
  const [gateway, setGateway] = useState<BulkGateway>()
  const [backupId, setBackup] = useState('')
  const [way, setWay] = useState<Way>('gateway')
  const [file, setFile] = useState<ChosenFile>()
  const [failure, setFailure] = useState<string>()
  const groups = useQuery({
    queryKey: rowsKey('searchGroups', { limit: MOST_GROUPS }),
    enabled: !golden,
    queryFn: ({ signal }) => source.load('searchGroups', { limit: MOST_GROUPS }, signal),
  })
  const group = golden?.groupId ?? chosenGroup
  const form = useSubmit(async () => {
    if (!golden && (name.trim() === '' || group === '')) return
    const asked = way === 'file' ? ofFile() : ofGateway()
    if (!asked) return
    setFailure(undefined)
    const answer = await asked
    if (answer.ok) return onDone(answer.data)
    // Whether a file is encrypted is known once it was looked into.
    if (way === 'file' && LOCKED.includes(answer.code))
      setFile((known) => known && { ...known, locked: true })
    if (answer.code !== LOCKED[0]) setFailure(failureText(answer, text))
  })
  function ofGateway() {
    if (!gateway) return undefined
    const from = { serialNumber: gateway.serialNumber, ...(backupId !== '' && { backupId }) }
    return golden
      ? source.call('renewGoldenHome', { goldenId: golden._id, ...from }, { told: ['other'] })
      : source.call('createGoldenHome', { name, groupId: group, ...from }, { told: ['other'] })
  }
  function ofFile() {
    if (!file || (file.locked && file.passphrase === '')) return undefined
    const from = {
      ...{ file: file.file, fileName: file.file.name },
      ...(file.locked && { passphrase: file.passphrase }),
    }
    return golden
      ? source.call('renewGoldenHomeFromFile', { goldenId: golden._id, ...from }, { told: ['other'] })
      : source.call('createGoldenHomeFromFile', { name, groupId: group, ...from }, { told: ['other'] })
  }
  const missing = (is: boolean, what: string): string | undefined => (form.tried && is ? what : undefined)
  return (
    <FormDialog
      title={golden ? t('drift.otherModelOf', { name: golden.name }) : t('drift.new')}
      form={form}
      submit={golden ? t('drift.takeModel') : t('drift.create')}
      onClose={onClose}
      failure={failure}
    >
      {!golden && (
        <>
          <TextField
            label={t('drift.name')}
            value={name}
            onChange={setName}
            maxLength={128}
            error={missing(name.trim() === '', t('drift.nameMissing'))}
          />
          <SelectField
            label={t('drift.group')}
            help={t('drift.groupHelp')}
            value={group}
            onChange={(next) => {
              setGroup(next)
              setGateway(undefined)
            }}
            choices={[
              { value: '', label: t('drift.chooseGroup') },
              ...(groups.data?.data ?? []).map(({ _id, groupName }) => ({ value: _id, label: groupName })),
            ]}
            error={missing(group === '', t('drift.groupMissing'))}
          />
          <Unread of={groups}>{t('drift.groupsUnread')}</Unread>
        </>
      )}
      <Segments
        label={t('drift.from')}
        segments={WAYS.map((id) => ({ id, label: t(`drift.ways.${id}`) }))}
        value={way}
        onChange={(id) => {
          setWay(WAYS.find((one) => one === id) ?? way)
          setFailure(undefined)
          form.anew()
        }}
      />
      {way === 'file' ? (
        <FileChoice file={file} onFile={setFile} error={missing(!file, t('drift.fileMissing'))} />
      ) : (
        <>
          <ModelChoice
            group={group}
            gateway={gateway}
            onGateway={(next) => {
              setGateway(next)
              setBackup('')
            }}
            error={missing(!gateway, t('drift.modelMissing'))}
          />
          {gateway && <SourceChoice {...{ gateway, backupId, onBackup: setBackup }} />}
        </>
      )}
    </FormDialog>
  )
}

interface FileProps {
  file: ChosenFile | undefined
  onFile(file: ChosenFile): void
  error: string | undefined
}

/** The file of a backup, of whatever home; its passphrase is asked for once it is known to have one. */
function FileChoice({ file, onFile, error }: FileProps) {
  const { t } = useText()
  return (
    <div className={styles.file}>
      {file && <strong>{file.file.name}</strong>}
      <FileField
        label={t(file ? 'drift.otherFile' : 'drift.chooseFile')}
        accept=".zip,application/zip"
        onChange={(chosen) => onFile({ file: chosen, passphrase: '', locked: false })}
      />
      <p>{t('drift.fileHelp')}</p>
      {file?.locked && (
        <PasswordField
          label={t('drift.passphrase')}
          value={file.passphrase}
          onChange={(passphrase) => onFile({ ...file, passphrase })}
          autoComplete="off"
        />
      )}
      {error && <p role="alert">{error}</p>}
    </div>
  )
}

interface ModelProps {
  group: string
  gateway: BulkGateway | undefined
  onGateway(gateway: BulkGateway): void
  error: string | undefined
}

/** A gateway of the group, or any other one that is looked for. */
function ModelChoice({ group, gateway, onGateway, error }: ModelProps) {
  const { t } = useText()
  const { source } = usePorts()
  const [search, setSearch] = useState('')
  const searchText = search.trim()
  const asked = { limit: FOUND, ...(searchText === '' ? { group } : { searchText }) }
  const found = useQuery({
    queryKey: rowsKey('filterGateways', asked),
    enabled: searchText !== '' || group !== '',
    queryFn: ({ signal }) => source.load('filterGateways', asked, signal),
    placeholderData: (before) => before,
  })
  const asks = searchText !== '' || group !== ''
  const rows = asks && !found.isError ? (found.data?.data ?? []) : []
  const shown = gateway && !rows.some((one) => one.serialNumber === gateway.serialNumber) ? [gateway] : []
  return (
    <fieldset className={styles.models}>
      <legend>{t('drift.model')}</legend>
      <SearchField label={t('drift.searchModel')} value={search} onChange={setSearch} size="normal" />
      <ul>
        {[...shown, ...rows].map((one) => (
          <li key={one.serialNumber}>
            <label>
              <input
                type="radio"
                name="model"
                checked={one.serialNumber === gateway?.serialNumber}
                onChange={() => onGateway(one)}
              />
              <Lamp tone={one.connectionStatus === 'online' ? 'ok' : 'off'} />
              <span>{one.name}</span>
              <code>{one.serialNumber}</code>
            </label>
          </li>
        ))}
      </ul>
      {asks && found.isPending && <SkeletonLines lines={3} />}
      {searchText !== '' && found.isSuccess && rows.length === 0 && <p>{t('drift.noGateway')}</p>}
      <Unread of={found}>{t('drift.modelsUnread')}</Unread>
      {error && <p role="alert">{error}</p>}
    </fieldset>
  )
}

interface SourceProps {
  gateway: BulkGateway
  backupId: string
  onBackup(id: string): void
}

/** As it is now, or as it was when it was backed up. */
function SourceChoice({ gateway: { serialNumber }, backupId, onBackup }: SourceProps) {
  const { t, say } = useText()
  const words = useWords()
  const { source } = usePorts()
  const { id: userId = '' } = useEngine().situation.session
  const asked = { userId, sn: serialNumber, open: true }
  const backups = useQuery({
    queryKey: rowsKey('listBackups', asked),
    queryFn: ({ signal }) => source.load('listBackups', asked, signal),
  })
  return (
    <>
      <SelectField
        label={t('drift.source')}
        value={backupId}
        onChange={onBackup}
        choices={[
          { value: '', label: t('drift.asNow') },
          ...(backups.data?.data ?? []).map(({ _id, snapshotName, createdAt }) => ({
            value: _id,
            label: t('drift.asBackedUp', {
              name: say(`status.backupName.${snapshotName}`, snapshotName),
              at: words.date(Date.parse(createdAt)),
            }),
          })),
        ]}
      />
      <Unread of={backups}>{t('drift.backupsUnread')}</Unread>
    </>
  )
}

interface UnreadProps {
  of: Pick<ReturnType<typeof useQuery>, 'isError' | 'error' | 'refetch'>
  /** What there is nothing to choose from. */
  children: string
}

/** Without it, a list that could not be read looks like one that has nothing. */
function Unread({ of, children }: UnreadProps) {
  const text = useText()
  if (!of.isError) return null
  return (
    <NotKnown onRetry={() => void of.refetch()}>
      {children} {failureText(of.error, text)}
    </NotKnown>
  )
}
