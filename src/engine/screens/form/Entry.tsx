import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#ui/Notice.tsx'
import { PageTitle } from '#ui/page/PageTitle.tsx'
import { useEngine } from '../../engine.ts'
import styles from './Screen.module.css'

interface Props {
  /** A registered block beside the words. */
  aside?: string
  params: Readonly<Record<string, string>>
  title: string
  text: string
  /** Changes when something else stands here than before: the title takes the focus. */
  of?: string
  said?: { title?: string; text: string; good?: boolean }
  children: ReactNode
}

/** The page of account entry: a picture beside title, one sentence, and what there is to do. */
export function Entry({ aside, params, title, text, of, said, children }: Props) {
  const { blocks } = useEngine()
  const Aside = aside === undefined ? undefined : blocks[aside]
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(of)
  useEffect(() => {
    if (before.current !== of) heading.current?.focus()
    before.current = of
  }, [of])

  return (
    <div className={styles.screen} data-beside={Aside ? '' : undefined}>
      {Aside && <Aside params={params} />}
      <div className={styles.main}>
        <header>
          <PageTitle ref={heading} text={title} />
          <p>{text}</p>
        </header>
        {said && (
          <Notice tone={said.good ? 'info' : 'warn'}>
            {said.title && <strong>{said.title}</strong>} {said.text}
          </Notice>
        )}
        {children}
      </div>
    </div>
  )
}
