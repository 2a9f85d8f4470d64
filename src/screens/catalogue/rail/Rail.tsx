import { type ReactNode, useState } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useQuery } from '#engine/rows.ts'
import { plainLetters } from '#gateway/lib/names/letters.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { CatalogueEntry } from '#schemas/generated/entities/catalogue-entry.ts'
import type { RuledModel } from '#schemas/generated/entities/ruled-model.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import styles from '../studio.module.css'

interface Props {
  /** The file that is open. */
  maker?: string
  entry?: string
}

/** Every model that has a file, and those that only the rules draw, which wait for one. */
export function Rail({ maker, entry }: Props) {
  const { t } = useText()
  const { definitions } = useEngine()
  const [search, setSearch] = useState('')
  const models = useRows<CatalogueEntry>('models')
  const ruled = useRows<RuledModel>('ruledModels')
  const words = plainLetters(search).split(/\s+/)
  const fits = (...said: readonly (string | undefined)[]): boolean =>
    words.every((word) => plainLetters(said.join(' ')).includes(word))
  const [page, draft] = [definitions.screen('model'), definitions.screen('model_draft')]
  return (
    <nav className={styles.rail} aria-label={t('catalogue.rail.label')}>
      <SearchField label={t('catalogue.rail.search')} value={search} onChange={setSearch} />
      <h2>{t('catalogue.rail.own')}</h2>
      <Shown
        list={models}
        fits={({ name, model, manufacturer, type, maker: of }) => fits(name, model, manufacturer, type, of)}
      >
        {(row) => (
          <li key={`${row.maker}/${row.entry}`}>
            <a
              className={styles.model}
              href={page && hrefOf(page, { maker: row.maker, entry: row.entry })}
              aria-current={row.maker === maker && row.entry === entry ? 'page' : undefined}
            >
              <Icon name={iconNamed(row.icon, 'device')} size="small" />
              <span>
                {row.name ?? row.model}
                <small>{[row.manufacturer, row.model].filter(Boolean).join(' ')}</small>
              </span>
              {row.faults > 0 && <Icon name="alert" size="small" />}
            </a>
          </li>
        )}
      </Shown>
      <h2>{t('catalogue.rail.byRule')}</h2>
      <Shown list={ruled} fits={({ id, type }) => fits(id, type)}>
        {(row) => (
          <li key={row.id} className={styles.ruled}>
            <span className={styles.model}>
              <Icon name={iconNamed(row.icon, 'device')} size="small" />
              <span>
                {row.id}
                <small>{t('catalogue.rail.devices', { count: row.devices })}</small>
              </span>
            </span>
            <a
              {...buttonLook({ size: 'dense' })}
              href={draft && hrefOf(draft, { model: row.model, manufacturer: row.manufacturer })}
              aria-label={t('catalogue.rail.draftOf', { name: row.id })}
            >
              {t('catalogue.rail.draft')}
            </a>
          </li>
        )}
      </Shown>
      <a {...buttonLook({ look: 'quiet', size: 'dense' })} href={draft && hrefOf(draft)}>
        {t('catalogue.rail.paste')}
      </a>
    </nav>
  )
}

/** So many are fetched, and so many of them shown at once; the search finds the others. */
const FETCHED = 1000
const MOST = 60

interface ShownProps<T> {
  list: Fetched<T>
  fits(row: T): boolean
  children(row: T): ReactNode
}

function Shown<T>({ list: { state, rows, retry }, fits, children }: ShownProps<T>) {
  const { t } = useText()
  if (state === 'failed')
    return (
      <p role="alert">
        {t('catalogue.rail.failed')}{' '}
        <Button size="dense" onClick={retry}>
          {t('shell.retry')}
        </Button>
      </p>
    )
  if (state === 'loading') return <SkeletonLines lines={4} />
  const found = rows.filter(fits)
  const rest = found.length - MOST
  return (
    <>
      <ul>{found.slice(0, MOST).map(children)}</ul>
      {found.length === 0 && <p>{t('catalogue.rail.none')}</p>}
      {rest > 0 && <p>{t('catalogue.rail.more', { count: rest })}</p>}
    </>
  )
}

interface Fetched<T> {
  state: 'loading' | 'ready' | 'failed'
  rows: readonly T[]
  retry(): void
}

/** Every row of a list. */
function useRows<T>(name: string): Fetched<T> {
  const { definitions } = useEngine()
  const { source } = usePorts()
  const resource = definitions.resource(name)
  const { data, isError, refetch } = useQuery({
    queryKey: rowsKey(name),
    queryFn: async ({ signal }) => {
      if (!resource) throw new Error(`catalogue/resources has no ${name}`)
      const { rows } = await source.list(resource, { page: 1, limit: FETCHED }, signal)
      return rows as unknown as readonly T[]
    },
  })
  return {
    state: data ? 'ready' : isError ? 'failed' : 'loading',
    rows: data ?? [],
    retry: () => void refetch(),
  }
}
