import PDFDocument from 'pdfkit';
import { escapeHtml } from '../../../platform/escape-html.ts';

/** A PDF whose title and author may have any character; pdfkit writes them into the XML of its metadata as they are. */
export class CertificateDocument extends PDFDocument {
  /** By now the other place for them, which is no XML, is written. */
  override endMetadata(): void {
    const { Title = '', Author = '' } = this.info;
    Object.assign(this.info, { Title: asXml(Title), Author: asXml(Author) });
    super.endMetadata();
  }
}

/** XML has no place for control characters. */
const asXml = (text: string) => escapeHtml(text.replaceAll(/\p{Cc}/gu, ' '));
