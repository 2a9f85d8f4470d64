import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { type Report, reportOf } from './report.ts'

const font = (weight: 'Regular' | 'Medium'): string =>
  fileURLToPath(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${weight}.ttf`))
const Roboto = { normal: font('Regular'), bold: font('Medium') }
/** Nothing that somebody wrote leads to a file or an address. */
const files: ReadonlySet<string> = new Set(Object.values(Roboto))
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => files.has(path))
pdfmake.addFonts({ Roboto })

const made = await pdfmake.createPdf(reportOf(workerData as Report)).getBuffer()
parentPort?.postMessage(made)
