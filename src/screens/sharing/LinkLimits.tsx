import { useParams } from 'react-router'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { SharedHomeCard } from './SharedHomeCard.tsx'
import styles from './sharing.module.css'

/** What a linked account is given of each home of the person (decision 0190, mock 21-account). */
export function LinkLimits() {
  const text = useText()
  const { t } = text
  const { definitions, situation } = useEngine()
  const { source } = usePorts()
  const { linkId = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: rowsKey('listLinkLimits', { linkId }),
    queryFn: ({ signal }) => source.load('listLinkLimits', { linkId }, signal),
  })
  const id = situation.session.id ?? ''
  const people = useQuery({
    queryKey: rowsKey('getMySecondary', { id, limit: 100 }),
    queryFn: ({ signal }) => source.load('getMySecondary', { id, limit: 100 }, signal),
  })
  const person = people.data?.data.find(({ _id }) => _id === linkId)?.person
  const name = person && ([person.firstName, person.lastName].filter(Boolean).join(' ') || person.username)
  const settings = definitions.screen('user_settings')
  const body = () => {
    if (error)
      return (
        <ErrorState title={t('sharing.failed')} onRetry={() => void refetch()}>
          {failureText(error, text)}
        </ErrorState>
      )
    if (!data || people.isPending) return <Skeleton height="320px" />
    if (data.data.length === 0)
      return (
        <EmptyState icon="home" title={t('sharing.noHome')}>
          {t('sharing.noHomeAbout')}
        </EmptyState>
      )
    return (
      <div className={styles.homes}>
        {data.data.map((home) => (
          <SharedHomeCard
            key={home._id}
            home={home}
            linkId={linkId}
            name={name ?? ''}
            onChanged={() => refetch()}
          />
        ))}
      </div>
    )
  }
  return (
    <>
      <PageHeader
        title={t('sharing.title')}
        {...(name !== undefined && { context: t('sharing.about', { name }) })}
        {...(settings && { crumb: { label: t('sharing.crumb'), href: hrefOf(settings) } })}
      />
      {body()}
    </>
  )
}
