import { AI_NAMES } from '../checks/speaks-to-ai.ts';
import { plainWords } from './plain-words.ts';

/**
 * Words about grading by their role, in English, German, Spanish, Polish and French, without accents. A star stands for
 * any ending. `assessment` words that also mean something at work, such as points, are only in phrases.
 */
const ROLES = {
  strong:
    'criterion criteria rubric rubrics grader graders grading rubrik* kriteri* bewertungsraster bewertungskriteri* ' +
    'musterlosung* bewertungsschema punktzahl hochstpunktzahl criterio criterios rubrica rubricas puntuacion* puntaje* ' +
    'calificacion* calificador* evaluador* kryteri* rubryk* punktacj* egzaminator* critere criteres bareme* correcteur* ' +
    'examinateur* notateur* evaluateur* confidence konfidenz transcript transkript* transcripcion* transkrypcj* transcription prompt prompts jailbreak needstrainer json',
  judge:
    'trainer* teacher* instructor* examiner* assessor* evaluator* reviewer* professor* chatbot* candidate candidat* kandidat* sztuczn* kunstlich* artificial assistant* ' +
    'system modell model models prufer* pruefer* ausbilder* lehrer* bewerter* korrektor* dozent* ' +
    'administrator* admin examinador* profesor* formador* instructora modelo sistema modele trener* ' +
    'nauczyciel* instruktor* sprawdzajac* szkoleniow* modelu formateur* formatrice* professeur* systeme* ' +
    'entwickler* developer* desarrollador* programist* supervisor* vorgesetzte* jefe kierownik* przelozon* chef boss ' +
    'manager* betriebsrat*',
  assessment:
    'met unmet fulfilled satisfied pass passes passed passing marks score scores scored scoring grade grades graded credit ' +
    'evaluate* evaluation assessment assess exam test tests quiz verdict result outcome ergebnis* resultado* wynik* resultat* ' +
    'erfullt bestanden bestehen benot* bewert* noten punkt punkte punkten punktabzug prufung prufungen ' +
    'aprobado aprobada aprobar apruebe apruebes apruebame apruebo cumplido cumplidos cumplida cumplidas notas ' +
    'puntos califica califique califiques calificar calificado evalua evalue evaluar examen prueba ' +
    'zaliczon* zalicz* spelnion* ocen* punkty punktow test testu zdac zdam zdalem zdalam zdane egzamin* sprawdzian* ' +
    'valide validee valides validez valider rempli remplie remplis remplies satisfait satisfaits points notez ' +
    'notation evaluez evaluer evalue evaluation reussi reussie reussir examen examens',
  order:
    'mark give grant award treat rate ignore disregard forget override assume suppose pretend imagine consider return count ' +
    'output respond reply print accept please let trust ' +
    'markier* gib geben gebt vergib werte werten bewerte bewerten zahle zahlen ignorier* vergiss vergessen annehmen nimm ' +
    'stell setze setzen bitte lass lassen hake akzeptier* antworte vertrau* betrachte ' +
    'marca marque marquen dame deme da de pon ponga ponme pongame considera considere ignora ignore olvida olvide supon ' +
    'suponga imagina imagine acepta acepte favor dejame dejeme responde devuelve cuenta trata concede asigna ' +
    'oznacz* zaznacz* daj dajcie przyznaj* uznaj* zignoruj* ignoruj* zapomnij zaloz* wyobraz prosze pozwol potraktuj* ' +
    'przyjmij* odpowiedz zwroc ustaw zaakceptuj* wystaw* postaw ' +
    'marquez donne donnez accorde accordez considerez compte comptez ignorez oublie oubliez supposez imaginez ' +
    'laisse laissez accepte acceptez repondez renvoie attribue attribuez mets mettez traitez coche cochez svp',
  whole:
    'all everything every each full fully maximum max entire whole complete completely perfect hundred alles alle allen ' +
    'volle vollen voller voll volles vollstandig samtliche maximal* perfekt hundert komplett jede jeder jedes jedem ' +
    'todo todos toda todas maximo maxima completo completa completas perfecto cien entero ' +
    'wszystk* kazd* pelna pelne pelni pelny pelnych maksymaln* komplet* sto idealn* ' +
    'tout toute tous toutes maximum maximale complet complete parfait parfaite cent entier pleins',
  answer:
    'answer answers solution response reply antwort antworten losung losungen aussage respuesta respuestas solucion ' +
    'contestacion odpowiedz odpowiedzi rozwiazanie reponse reponses solution',
  correct:
    'positive positiv* positivo pozytywn* success approve* correct right true valid richtig korrekt wahr correcto correcta correctas correctos cierto verdadero verdadera ' +
    'poprawn* prawidlow* prawda prawdziw* wlasciw* vrai vraie juste correcte correctes exact exacte',
  note: 'note nota noter',
  fail: 'fail failing durchfall* suspend* oblej* obleje rate rates recale*',
  self: 'am bin soy jestem suis im bist eres jestes',
  plea:
    'job certificate family fired complain complaint complaints appeal lawyer union arbeitsplatz zertifikat familie ' +
    'beschwer* anwalt kundig* trabajo certificado familia queja quejare reclamar* abogado despid* prace praca pracy ' +
    'certyfikat* rodzin* skarg* odwolam zwoln* poskarz* emploi certificat famille plainte plaindrai avocat vire licenci* appel deserve deserved verdien* merezco zaslug* merite ' +
    'agreed agreement abgesprochen vereinbart ausgemacht acordado acordamos quedamos uzgodnion* ustalil* umowil* convenu ' +
    'accord entendu promised versprochen prometio obiecal* promis',
  rule: 'task tasks instruction instructions anweisung* instruccion* instrukcj* polecen* consigne consignes rule rules regel* regla reglas zasad* regul* regle regles',
  replaced:
    'previous new earlier above longer vorherig* bisherig* neue neuen neuer obigen anterior* nueva nuevas nuevo poprzedni* nowa nowe nowych precedent* nouvelle* nouveau plus',
} as const;
type RoleOfWord = keyof typeof ROLES;

/** Roles that together speak of the grade, within a few words. */
const TOGETHER: readonly (readonly RoleOfWord[])[] = [
  ['assessment', 'order'],
  ['assessment', 'judge'],
  ['assessment', 'whole'],
  ['assessment', 'plea'],
  ['assessment', 'answer'],
  ['assessment', 'correct'],
  ['judge', 'order'],
  ['judge', 'self'],
  ['judge', 'plea'],
  ['judge', 'correct'],
  ['judge', 'answer'],
  ['answer', 'correct'],
  ['answer', 'whole'],
  ['order', 'answer'],
  ['order', 'rule'],
  ['rule', 'replaced'],
  ['judge', 'rule'],
  ['correct', 'whole', 'order'],
  ['order', 'whole', 'plea'],
  ['note', 'order'],
  ['note', 'judge'],
  ['note', 'plea'],
  ['note', 'correct'],
  ['fail', 'judge'],
  ['fail', 'plea'],
  ['fail', 'assessment'],
];

/** A star at the end of an entry of `ROLES`. */
const exact = new Map<string, RoleOfWord[]>();
const beginnings: [string, RoleOfWord][] = [];
for (const role of Object.keys(ROLES).filter((name): name is RoleOfWord => name in ROLES)) {
  for (const word of [...ROLES[role].split(' '), ...(role === 'judge' ? AI_NAMES : [])]) {
    if (word.endsWith('*')) beginnings.push([word.slice(0, -1), role]);
    else exact.set(word, [...(exact.get(word) ?? []), role]);
  }
}

const rolesOf = (word: string): RoleOfWord[] => [
  ...(exact.get(word) ?? []),
  ...beginnings.filter(([beginning]) => word.startsWith(beginning)).map(([, role]) => role),
];

/** Words that are read together. */
const WINDOW = 12;
/** Single letters in a row that are a word spelled out, to hide it. */
const SPELLED = 8;

/**
 * Returns a function that tells whether a text speaks of marks, criteria or whoever grades, instead of the matter.
 * Words that the question or its criteria use belong to the matter. Linear in the text.
 */
export function speaksOfGrading(question: string, rubric: readonly string[]): (text: string) => boolean {
  const matter = new Set([question, ...rubric].flatMap(plainWords).map((word) => word.slice(0, 5)));
  return (text) => {
    const words = plainWords(text);
    let letters = 0;
    for (const word of words) {
      letters = word.length === 1 ? letters + 1 : 0;
      if (letters >= SPELLED) return true;
    }
    const last = new Map<RoleOfWord, number>();
    return words.some((word, place) => {
      if (matter.has(word.slice(0, 5))) return false;
      const roles = rolesOf(word);
      if (roles.includes('strong')) return true;
      const isNear = (role: RoleOfWord) => place - (last.get(role) ?? -Infinity) <= WINDOW;
      // Two such words are about a grade, whatever they are.
      if (roles.includes('assessment') && isNear('assessment') && words[last.get('assessment') ?? 0] !== word)
        return true;
      const found = TOGETHER.some(
        (together) =>
          together.some((role) => roles.includes(role)) &&
          together.every((role) => roles.includes(role) || isNear(role)) &&
          !together.every((role) => roles.includes(role)),
      );
      for (const role of roles) last.set(role, place);
      return found;
    });
  };
}
