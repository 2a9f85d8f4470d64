import { Suspense, useState } from 'react'
import { type BlockProps, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { Button } from '#ui/Button.tsx'
import { Chips } from '#ui/Chips.tsx'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { Icon } from '#ui/Icon.tsx'
import { NumberedCard } from '#ui/page/NumberedCard.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import styles from '../studio.module.css'
import { useCrumb } from '../use-crumb.ts'
import { handedFor } from './handed.ts'

// Nobody edits a file before it was chosen.
const TrialEdit = lazyPart(() => import('./TrialEdit.tsx'), ['choosing'])

/** Any file of the catalogue: edited, and then given to some homes before all have it. */
export function RolloutDraft({ screen, params }: BlockProps) {
  const text = useText()
  const { t, say } = text
  const crumb = useCrumb(screen)
  const { source } = usePorts()
  const [path, setPath] = useState(params.path ?? '')
  const [handed] = useState(() => handedFor(params.path))
  const files = useQuery({
    queryKey: rowsKey('listDefinitionFiles', {}),
    queryFn: ({ signal }) => source.load('listDefinitionFiles', {}, signal),
  })
  const file = useQuery({
    queryKey: rowsKey('readDefinitionFile', { path }),
    enabled: path !== '',
    // What is being written stays, whatever is saved meanwhile: beginning tells of that.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => source.load('readDefinitionFile', { path }, signal),
  })
  return (
    <div className={styles.trial}>
      <Suspense fallback={<SkeletonLines lines={12} />}>
        {file.data ? (
          <TrialEdit
            key={path}
            path={path}
            file={file.data}
            begun={path === params.path ? handed : undefined}
            crumb={crumb}
          />
        ) : (
          <PageHeader {...(crumb && { crumb })} title={say('screens.rollout_draft.title')} />
        )}
      </Suspense>
      {file.error && (
        <ErrorState title={t('rollouts.fileFailed')} onRetry={() => void file.refetch()}>
          {failureText(file.error, text)}
        </ErrorState>
      )}
      {path !== '' && !file.data && !file.error && <SkeletonLines lines={12} />}
      {path === '' && files.error && !files.data && (
        <ErrorState title={t('rollouts.noFiles')} onRetry={() => void files.refetch()}>
          {failureText(files.error, text)}
        </ErrorState>
      )}
      {path === '' && files.isPending && <SkeletonLines lines={12} />}
      {path === '' && files.data && <FileChoice paths={files.data.paths} onPick={setPath} />}
    </div>
  )
}

interface ChoiceProps {
  paths: readonly string[]
  onPick(path: string): void
}

/** How many are shown before somebody asks for more. */
const FIRST = 12

/** By its name or by its kind: of some kinds there are hundreds. */
function FileChoice({ paths, onPick }: ChoiceProps) {
  const { t } = useText()
  const [kind, setKind] = useState('')
  const [search, setSearch] = useState('')
  const [count, setCount] = useState(FIRST)
  const wanted = search.trim().toLowerCase()
  const called = paths.filter((path) => path.toLowerCase().includes(wanted))
  const kinds = [...new Set(paths.map(kindOf))]
  const found = called.filter((path) => kind === '' || kindOf(path) === kind)
  const narrow = (change: () => void): void => {
    change()
    setCount(FIRST)
  }
  return (
    <NumberedCard number={1} title={t('rollouts.which')}>
      <div className={styles.find}>
        <SearchField
          label={t('rollouts.search')}
          value={search}
          onChange={(value) => narrow(() => setSearch(value))}
          size="normal"
        />
        <Chips
          label={t('rollouts.kind')}
          chips={['', ...kinds].map((one) => ({
            id: one,
            label: one === '' ? t('rollouts.allKinds') : one,
            count: one === '' ? called.length : called.filter((path) => kindOf(path) === one).length,
          }))}
          value={kind}
          onChange={(id) => narrow(() => setKind(id))}
        />
      </div>
      {found.length === 0 && paths.length > 0 && <p className={styles.noFile}>{t('rollouts.noFile')}</p>}
      <ul className={styles.files}>
        {found.slice(0, count).map((path) => (
          <li key={path}>
            <button type="button" onClick={() => onPick(path)}>
              <span>{path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '')}</span>
              <code>{path}</code>
              <Icon name="chevron-right" size="small" />
            </button>
          </li>
        ))}
      </ul>
      {found.length > count && (
        <div className={styles.more}>
          <Button look="quiet" onClick={() => setCount(count * 2)}>
            {t('rollouts.more')}
          </Button>
        </div>
      )}
    </NumberedCard>
  )
}

const kindOf = (path: string): string => path.slice(0, path.indexOf('/'))
