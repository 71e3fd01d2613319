import type { DemoPerson } from './content.ts';

/** Everybody at the company. The first is the administrator whom the first start signs in. */
export const people: DemoPerson[] = [
  {
    fullName: 'Ines Castelo',
    email: 'admin@harbour-field.example',
    role: 'super_admin',
    department: 'people_compliance',
  },
  { fullName: 'Tobias Lindqvist', email: 'tobias.lindqvist@harbour-field.example', role: 'super_admin' },

  {
    fullName: 'Farah Qureshi',
    email: 'farah.qureshi@harbour-field.example',
    role: 'content_manager',
    department: 'people_compliance',
  },
  { fullName: 'Zoë van den Berg', email: 'zoe.vandenberg@harbour-field.example', role: 'content_manager' },

  {
    fullName: 'Gérard Lemaître',
    email: 'gerard.lemaitre@harbour-field.example',
    role: 'auditor',
    department: 'people_compliance',
  },
  { fullName: 'Nkechi Obi', email: 'nkechi.obi@harbour-field.example', role: 'auditor' },

  {
    fullName: 'Łukasz Wiśniewski',
    email: 'lukasz.wisniewski@harbour-field.example',
    role: 'trainer',
    department: 'warehouse',
  },
  { fullName: 'Grace Muthoni', email: 'grace.muthoni@harbour-field.example', role: 'trainer', department: 'warehouse' },
  {
    fullName: 'Dieter Hoffmann',
    email: 'dieter.hoffmann@harbour-field.example',
    role: 'trainer',
    department: 'transport',
  },
  { fullName: '陳美玲', email: 'chen.meiling@harbour-field.example', role: 'trainer', department: 'customer_service' },
  {
    fullName: 'Aoife Brennan',
    email: 'aoife.brennan@harbour-field.example',
    role: 'trainer',
    department: 'people_compliance',
  },
  {
    fullName: 'Raymond Tully',
    email: 'raymond.tully@harbour-field.example',
    role: 'trainer',
    department: 'transport',
    inactive: true,
  },

  { fullName: 'Amara Diallo', email: 'amara.diallo@harbour-field.example', role: 'learner', department: 'warehouse' },
  {
    fullName: 'Mihai Dumitrașcu',
    email: 'mihai.dumitrascu@harbour-field.example',
    role: 'learner',
    department: 'warehouse',
  },
  { fullName: 'Sean Whitlock', email: 'sean.whitlock@harbour-field.example', role: 'learner', department: 'warehouse' },
  { fullName: 'Nguyễn Thị Hạnh', email: 'hanh.nguyen@harbour-field.example', role: 'learner', department: 'warehouse' },
  {
    fullName: 'Blessing Adeyemi',
    email: 'blessing.adeyemi@harbour-field.example',
    role: 'learner',
    department: 'warehouse',
  },
  {
    fullName: 'Jonas Petrauskas',
    email: 'jonas.petrauskas@harbour-field.example',
    role: 'learner',
    department: 'warehouse',
  },
  { fullName: 'Rosa Ibáñez', email: 'rosa.ibanez@harbour-field.example', role: 'learner', department: 'warehouse' },
  { fullName: 'Omar Haddad', email: 'omar.haddad@harbour-field.example', role: 'learner', department: 'warehouse' },
  { fullName: 'Keisha Grant', email: 'keisha.grant@harbour-field.example', role: 'learner', department: 'warehouse' },
  {
    fullName: 'Volodymyr Shevchuk',
    email: 'volodymyr.shevchuk@harbour-field.example',
    role: 'learner',
    department: 'warehouse',
  },
  {
    fullName: 'Þóra Jónsdóttir',
    email: 'thora.jonsdottir@harbour-field.example',
    role: 'learner',
    department: 'warehouse',
  },
  {
    fullName: 'Callum Reid',
    email: 'callum.reid@harbour-field.example',
    role: 'learner',
    department: 'warehouse',
    inactive: true,
  },

  { fullName: 'Marek Novák', email: 'marek.novak@harbour-field.example', role: 'learner', department: 'transport' },
  {
    fullName: 'Harpreet Sandhu',
    email: 'harpreet.sandhu@harbour-field.example',
    role: 'learner',
    department: 'transport',
  },
  {
    fullName: "Siobhán O'Dowd",
    email: 'siobhan.odowd@harbour-field.example',
    role: 'learner',
    department: 'transport',
  },
  {
    fullName: 'João Figueiredo',
    email: 'joao.figueiredo@harbour-field.example',
    role: 'learner',
    department: 'transport',
  },
  { fullName: 'Ayşe Yıldız', email: 'ayse.yildiz@harbour-field.example', role: 'learner', department: 'transport' },
  { fullName: 'Derek Osgood', email: 'derek.osgood@harbour-field.example', role: 'learner', department: 'transport' },
  { fullName: 'Kwame Boateng', email: 'kwame.boateng@harbour-field.example', role: 'learner', department: 'transport' },
  { fullName: 'Ελένη Παππά', email: 'eleni.pappa@harbour-field.example', role: 'learner', department: 'transport' },
  {
    fullName: 'Bogdan Ilić',
    email: 'bogdan.ilic@harbour-field.example',
    role: 'learner',
    department: 'transport',
    inactive: true,
  },

  {
    fullName: 'Priya Raghunathan',
    email: 'priya.raghunathan@harbour-field.example',
    role: 'learner',
    department: 'customer_service',
  },
  {
    fullName: 'Emil Sørensen',
    email: 'emil.sorensen@harbour-field.example',
    role: 'learner',
    department: 'customer_service',
  },
  {
    fullName: 'Charlotte Pemberton',
    email: 'charlotte.pemberton@harbour-field.example',
    role: 'learner',
    department: 'customer_service',
  },
  { fullName: '佐藤健太', email: 'kenta.sato@harbour-field.example', role: 'learner', department: 'customer_service' },
  {
    fullName: 'Thandiwe Nkosi',
    email: 'thandiwe.nkosi@harbour-field.example',
    role: 'learner',
    department: 'customer_service',
  },
  {
    fullName: 'Luca Ferrante',
    email: 'luca.ferrante@harbour-field.example',
    role: 'learner',
    department: 'customer_service',
  },

  {
    fullName: 'Hannah Abrahams',
    email: 'hannah.abrahams@harbour-field.example',
    role: 'learner',
    department: 'people_compliance',
  },
  {
    fullName: 'Mateo Quispe',
    email: 'mateo.quispe@harbour-field.example',
    role: 'learner',
    department: 'people_compliance',
  },
  {
    fullName: 'ليلى منصور',
    email: 'layla.mansour@harbour-field.example',
    role: 'learner',
    department: 'people_compliance',
  },
  {
    fullName: 'Owain Prys-Jones',
    email: 'owain.prysjones@harbour-field.example',
    role: 'learner',
    department: 'people_compliance',
  },

  // Starts next week: the department is not settled yet.
  { fullName: 'Frances Liddell', email: 'frances.liddell@harbour-field.example', role: 'learner' },
];
