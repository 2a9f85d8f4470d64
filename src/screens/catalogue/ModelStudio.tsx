import type { BlockProps } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Desk } from './Desk.tsx'
import { StudioRoom } from './StudioRoom.tsx'
import { useCrumb } from './use-crumb.ts'
import { useModelFile } from './use-model.ts'

/** One model of the catalogue: its text, what is wrong with it, and how devices of it look. */
export function ModelStudio({ params: { maker = '', entry = '' }, screen }: BlockProps) {
  const text = useText()
  const crumb = useCrumb(screen)
  const { file, failure, again } = useModelFile(maker, entry)
  if (file)
    return (
      <Desk key={`${maker}/${entry} ${file.version}`} maker={maker} entry={entry} {...file} crumb={crumb} />
    )
  return (
    <StudioRoom maker={maker} entry={entry}>
      <PageHeader {...(crumb && { crumb })} title={entry} />
      {failure !== undefined ? (
        <ErrorState title={text.t('catalogue.failed')} onRetry={again}>
          {failureText(failure, text)}
        </ErrorState>
      ) : (
        <Card>
          <SkeletonLines lines={12} />
        </Card>
      )}
    </StudioRoom>
  )
}
